"""What `manage.py evaluate` can measure, one file each: its options, its work, its words."""
