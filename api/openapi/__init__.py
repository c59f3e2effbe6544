"""The OpenAPI document of the service: how it is made, and what has changed between two of them."""
