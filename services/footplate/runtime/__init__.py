"""Process plumbing: settings, logs, metrics, the gRPC server, tokens, start and stop."""
