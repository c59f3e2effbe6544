"""Signatures of deliveries."""

from __future__ import annotations

from graphmem.feed.signature import headers, new_secret, signature
from tests.signed import is_signed

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_a_signature_is_that_of_standard_webhooks() -> None:
    """The example of the specification."""
    made = signature(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_every_valid_secret_signs_and_another_does_not() -> None:
    old, new, other = (new_secret() for _ in range(3))
    sent = headers([new, old], "id", 7, b"body")
    for secret, known in ((old, True), (new, True), (other, False)):
        assert is_signed(secret, "id", sent["webhook-timestamp"], sent["webhook-signature"], b"body") is known
    assert not is_signed(new, "id", "8", sent["webhook-signature"], b"body")
    assert not is_signed(new, "id", "7", sent["webhook-signature"], b"other")
    assert not is_signed(new, "id", "x", sent["webhook-signature"], b"body")
