<?php
// A webhook receiver that verifies signatures and logs events. Needs only PHP 8.
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8789 examples/receiver/receiver.php

$secret = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')));
$rawBody = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

// Verify the raw body, before any parsing. An old signature may be a replay.
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$rawBody", $secret, true));
// For a day after a rotation there are two signatures; one of them is made with the secret of
// this receiver.
$isSigned = array_filter($signatures, fn ($one) => hash_equals($expected, $one)) !== [];
// Refuse an empty secret: anybody could make signatures with it.
if ($secret === '' || !preg_match('/^\d{1,12}$/D', $sent) || abs(time() - (int) $sent) > 300 || !$isSigned) {
    http_response_code(400);
    exit;
}

$event = json_decode($rawBody, true);
// The service sends no events until the challenge has been returned.
if ($event['type'] === 'endpoint.challenge') {
    header('Content-Type: text/plain');
    echo $event['challenge'];
    exit;
}
// Respond first, within 10 seconds; do the work afterwards.
http_response_code(204);
error_log("{$event['type']} {$event['id']}");
