"""Real processes of the service, without a browser: started, killed, asked over their sockets."""
