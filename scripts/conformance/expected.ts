// What of the suite's modules does not pass, and why that is right: the suite's own format, for `run-test-plan.py`. Anything
// else that fails is a fault of ours. Modules that wait for a person to look at a picture end as REVIEW, which is no entry here.

/** `*` is every one; with an object only what it names has to be the same. */
type Variant = '*' | { response_mode: 'default' | 'form_post' };

const EVERYWHERE = { variant: '*', 'configuration-filename': '*' } as const;

interface ExpectedProblem {
  'test-name': string;
  variant: Variant;
  'configuration-filename': '*';
  'current-block': string;
  condition: string;
  'expected-result': 'warning' | 'failure';
  comment: string;
}

interface ExpectedSkip {
  'test-name': string;
  variant: Variant;
  'configuration-filename': '*';
  comment: string;
}

const REQUEST_OBJECT =
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported';

/** The suite has `response_mode` in the request object alone, so who reads none answers in the query, which it did not expect. */
const requestObjectByForm = (
  condition: string,
  result: ExpectedProblem['expected-result'] = 'failure',
): ExpectedProblem => ({
  ...EVERYWHERE,
  'test-name': REQUEST_OBJECT,
  variant: { response_mode: 'form_post' },
  'current-block': '*',
  condition,
  'expected-result': result,
  comment:
    'Request objects are refused unread, and response_mode is in nothing else of this request: the error comes in the query.',
});

/** For `--expected-failures-file`. */
export const EXPECTED_PROBLEMS: readonly ExpectedProblem[] = [
  {
    ...EVERYWHERE,
    'test-name': 'oidcc-scope-profile',
    'current-block': '*',
    condition: 'VerifyScopesReturnedInUserInfoClaims',
    'expected-result': 'warning',
    comment:
      'An account has a name to show, and none of the other claims of profile (OIDC Core 5.4).',
  },
  {
    ...EVERYWHERE,
    'test-name': 'oidcc-claims-essential',
    'current-block': '*',
    condition: 'EnsureUserInfoContainsName',
    'expected-result': 'warning',
    comment: 'claims_parameter_supported is false: a claim comes with its scope alone.',
  },
  {
    ...EVERYWHERE,
    'test-name': 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
    'current-block': '*',
    condition: 'CheckIfAuthorizationEndpointError',
    'expected-result': 'failure',
    comment:
      'The suite sends no code challenge here, and without one a request needs a nonce (D-103). With PKCE it passes: test/flows/conformance/basic.test.ts.',
  },
  requestObjectByForm('CheckCallbackHttpMethodIsPost'),
  requestObjectByForm('CheckCallbackContentTypeIsFormUrlEncoded'),
  requestObjectByForm('RejectErrorInUrlQuery'),
  requestObjectByForm('ValidateIssIfPresentInAuthorizationResponse'),
  requestObjectByForm('CheckDiscEndpointRequestParameterSupported', 'warning'),
];

const skip = (name: string, comment: string, variant: Variant = '*'): ExpectedSkip => ({
  ...EVERYWHERE,
  variant,
  'test-name': name,
  comment,
});

/** For `--expected-skips-file`. */
export const EXPECTED_SKIPS: readonly ExpectedSkip[] = [
  skip('oidcc-scope-address', 'scopes_supported has no address.'),
  skip('oidcc-scope-phone', 'scopes_supported has no phone.'),
  skip('oidcc-scope-all', 'scopes_supported has neither address nor phone.'),
  skip(REQUEST_OBJECT, 'request_parameter_supported is false.', { response_mode: 'default' }),
];
