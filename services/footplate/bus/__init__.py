"""The one bus: events with at-least-once delivery, over Redis Streams or in memory."""
