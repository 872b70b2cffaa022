<?php

// Calls every method of the contract's PHP SDK on a running service (npm start). Needs PHP 8.2 and
// ext-curl:
//
//     php examples/sdks/try.php path-of-the-sdk/autoload.php photo-of-one-face.jpg
//
// Prints a line for each method, and exits with status 1 when a response differs from the
// documentation.

declare(strict_types=1);

use Xident\SDK\Client;
use Xident\SDK\Exceptions\XidentException;
use Xident\SDK\Responses\Face2FAChallenge;
use Xident\SDK\Responses\Face2FAStatus;

[, $autoload, $photo] = $argv;
require_once $autoload;

$demo = json_decode((string) file_get_contents('.agate/demo.json'), true);
$base = $demo['base_url'];
$image = base64_encode((string) file_get_contents($photo));
$user = 'sdk-php-' . hrtime(true);
$live = new Client($demo['tenant']['secret_key'], $base);
$test = new Client($demo['tenant']['test_secret_key'], $base);

function check(string $name, bool $holds): void
{
    echo $holds ? 'ok  ' : 'NOT ', $name, PHP_EOL;
    if (!$holds) {
        exit(1);
    }
}

function ended(Client $client, Face2FAChallenge $challenge): Face2FAStatus
{
    for ($tries = 0; $tries < 60; $tries++) {
        $status = $client->face2fa()->getStatus($challenge->challengeId);
        if (!$status->isProcessing()) {
            break;
        }
        usleep(500_000);
    }
    return $status;
}

function settle(string $base, string $key, string $token, string $status): string
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/json\r\nX-API-Key: $key",
        'content' => json_encode(['status' => $status]),
    ]]);
    $answer = file_get_contents("$base/verify/v1/sandbox/$token/outcome", false, $context);
    return json_decode((string) $answer, true)['data']['token'];
}

// Verification
$init = $test->verification()->init([
    'callback_url' => 'http://localhost:8788/return',
    'min_age' => 18,
    'user_id' => $user,
]);
check('verification init', str_starts_with($init->token, 'xit_') && str_contains($init->verifyUrl, $init->token));
$token = settle($base, $demo['tenant']['test_secret_key'], $init->token, 'success');
$result = $test->verification()->getResult($token);
check('verification getResult', $result->isVerified() && $result->externalUserId === $user);

// Face 2FA
$enrolled = ended($live, $live->face2fa()->register($user, $image));
check('face2fa register, getStatus', $enrolled->kind === 'enroll' && $enrolled->hasPassed());
check('face2fa getUser', $live->face2fa()->getUser($user)->enrolled);
check('face2fa verify', ended($live, $live->face2fa()->verify($user, $image))->hasPassed());
$deleted = $live->face2fa()->deleteUser($user);
check('face2fa deleteUser', $deleted && !$live->face2fa()->getUser($user)->enrolled);

// Blacklist
try {
    $test->blacklist()->addBySession($token, 'A session without a face');
    $refusal = '';
} catch (XidentException $error) {
    $refusal = $error->getErrorCode();
}
check('blacklist addBySession', $refusal === 'SESSION_HAS_NO_FACE_DATA');
check('blacklist addByImage', $live->blacklist()->addByImage($image, $user) === 'processing');
$ofUser = fn () => array_values(array_filter(
    $live->blacklist()->list(1, 100)->entries,
    fn ($entry) => $entry->reason === $user,
));
[$entry] = $ofUser();
check('blacklist list', $entry->source === 'image');
$blocked = ended($live, $live->face2fa()->register($user, $image));
check('a blocked face cannot be enrolled', $blocked->failureReason === 'blacklist_match');
$live->blacklist()->remove($entry->id);
check('blacklist remove', $ofUser() === []);

// Webhooks
$secret = 'whsec_dGhlIHNlY3JldCBvZiB0aGlzIHNjcmlwdA==';
$now = time();
$body = json_encode(['id' => 'evt_1', 'type' => 'session.success', 'created' => $now, 'data' => []]);
$header = "t=$now,v1=" . hash_hmac('sha256', "$now.$body", $secret);
check('webhooks verifySignature', $test->webhooks()->verifySignature($body, $header, $secret));
check('webhooks constructEvent', $test->webhooks()->constructEvent($body, $header, $secret)['type'] === 'session.success');
check('webhooks parseEvent', $test->webhooks()->parseEvent($body)['id'] === 'evt_1');
