"""What a search is done with: the request, the profile, the collections its asker may read, the models.

May import from this app: algorithms, its root, query.
"""
