"""What the replay tabs know: state, runs, predictions, bars, scales of sliders, grids of sweeps."""
