"""Other people's files, read into our records with the way back to their places."""
