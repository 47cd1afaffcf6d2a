"""The one place where protobuf meets the domain."""
