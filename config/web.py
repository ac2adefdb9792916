"""Runs a web process: the command that systemd units and containers call, `python -m config.web`."""

from config.processes.web_server import main

if __name__ == "__main__":
    main()
