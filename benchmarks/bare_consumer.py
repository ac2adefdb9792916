"""The same stream proxied by a bare Channels consumer with the openai client: what the sockets benchmark compares with.

    python benchmarks/bare_consumer.py --port 8001 --model http://127.0.0.1:9000/v1

No search, no database, no limits: one call of the model for each question, one frame for each token.
"""

import argparse
import json
from typing import Any

import uvicorn
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings


class Bare(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    client: Any = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        question = json.loads(text_data or "{}")["text"]
        messages = [{"role": "user", "content": f"<quelle nummer=1>\n{question}\n</quelle>"}]
        stream = await self.client.chat.completions.create(model="benchmark", messages=messages, stream=True)
        async for event in stream:
            if event.choices and event.choices[0].delta.content:
                await self.send(json.dumps({"type": "delta", "text": event.choices[0].delta.content}))
        await self.send(json.dumps({"type": "done"}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--model", required=True)
    options = parser.parse_args()
    settings.configure()
    from openai import AsyncOpenAI

    Bare.client = AsyncOpenAI(base_url=options.model, api_key="none", max_retries=0)
    uvicorn.run(
        Bare.as_asgi(),
        port=options.port,
        lifespan="off",
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        interface="asgi3",
    )


if __name__ == "__main__":
    main()
