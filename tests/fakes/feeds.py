"""What feeds and repositories send: RSS, and replies by the protocol of the Open Archives."""


def rss(*numbers: int, text: bool = True) -> bytes:
    items = "".join(
        f"<item><guid>m-{number}</guid><title>Meldung {number}</title><link>/meldung/{number}</link>"
        f"<pubDate>Wed, 04 Mar 2026 10:00:00 +0100</pubDate><description>Kurz.</description>"
        + (f"<content:encoded><![CDATA[<p>Der ganze Text {number}.</p>]]></content:encoded>" if text else "")
        + "</item>"
        for number in numbers
    )
    about = 'version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
    return f"<rss {about}><channel><title>Stadt</title>{items}</channel></rss>".encode()


def record(number: int, *, deleted: bool = False, **fields: str) -> str:
    said = {"title": f"Studie {number}", "description": "Es wird untersucht.", "date": "2025-02-03"} | fields
    body = "".join(f"<dc:{name}>{text}</dc:{name}>" for name, text in said.items() if text)
    status = ' status="deleted"' if deleted else ""
    head = f"<header{status}><identifier>oai:x:{number}</identifier>"
    head += "<datestamp>2026-03-01T00:00:00Z</datestamp></header>"
    about = '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"'
    about += f' xmlns:dc="http://purl.org/dc/elements/1.1/">{body}</oai_dc:dc>'
    return f"<record>{head}{'' if deleted else f'<metadata>{about}</metadata>'}</record>"


def reply(*records: str, rest: str = "") -> bytes:
    text = "".join(records)
    return (
        '<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
        f"<responseDate>2026-03-05T10:00:00Z</responseDate><ListRecords>{text}{rest}</ListRecords></OAI-PMH>"
    ).encode()


def token(text: str, size: int = 10) -> str:
    return f'<resumptionToken completeListSize="{size}" cursor="0">{text}</resumptionToken>'
