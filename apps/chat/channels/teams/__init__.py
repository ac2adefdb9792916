"""Teams: activities are checked and translated here, answers rendered. The SDK is optional and loads late."""
