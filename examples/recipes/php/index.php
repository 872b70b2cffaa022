<?php
// jumbojett/openid-connect-php: the same address begins the sign-in and receives the callback.
require __DIR__ . '/vendor/autoload.php';

use Jumbojett\OpenIDConnectClient;

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/login' && $path !== '/callback') {
    http_response_code(404);
    return;
}
$agate = new OpenIDConnectClient(getenv('AGATE_URL'), getenv('CLIENT_ID'), getenv('CLIENT_SECRET'));
$agate->setRedirectURL('http://localhost:' . getenv('PORT') . '/callback');
// Without this line, the library does not use PKCE.
$agate->setCodeChallengeMethod('S256');
$agate->addScope(['openid', 'age_verification']);
$agate->authenticate();
header('Content-Type: application/json');
// The ages are in userinfo, not in the ID token.
echo json_encode($agate->requestUserInfo());
