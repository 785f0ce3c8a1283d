"""What the window knows and says, without Qt: view models, actions, selection, wording."""
