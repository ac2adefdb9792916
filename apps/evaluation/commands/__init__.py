"""The subcommands of `manage.py evaluate`, one file each: options, work, printed result."""
