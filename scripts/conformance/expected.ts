// The suite's modules that are not expected to pass, with the reasons, in the suite's own format
// for `run-test-plan.py`. Any other failure is a defect of the service. For FAPI 2.0, the only
// expectation is that one module is skipped. Modules that wait for a person to look at a screenshot
// end with the result REVIEW, so they are not listed.

const EVERYWHERE = { variant: '*', 'configuration-filename': '*' } as const;

interface ExpectedProblem {
  'test-name': string;
  variant: '*';
  'configuration-filename': '*';
  'current-block': string;
  condition: string;
  'expected-result': 'warning';
  comment: string;
}

interface ExpectedSkip {
  'test-name': string;
  variant: '*';
  'configuration-filename': '*';
  comment: string;
}

const REQUEST_OBJECT =
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported';

/** The content of the file for `--expected-failures-file`. */
export const EXPECTED_PROBLEMS: readonly ExpectedProblem[] = [
  {
    ...EVERYWHERE,
    'test-name': 'oidcc-discovery-endpoint-verification',
    'current-block': '*',
    condition: 'CheckDiscEndpointRequestObjectSigningAlgValuesSupportedIncludesRS256',
    'expected-result': 'warning',
    comment:
      'Request objects are taken in pushed requests alone, signed as FAPI 2.0 (5.4.1) has it, which excludes RS256: a SHOULD of Discovery 3.',
  },
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
];

const skip = (name: string, comment: string): ExpectedSkip => ({
  ...EVERYWHERE,
  'test-name': name,
  comment,
});

/** The content of the file for `--expected-skips-file`. */
export const EXPECTED_SKIPS: readonly ExpectedSkip[] = [
  skip('oidcc-scope-address', 'scopes_supported has no address.'),
  skip('oidcc-scope-phone', 'scopes_supported has no phone.'),
  skip('oidcc-scope-all', 'scopes_supported has neither address nor phone.'),
  skip(REQUEST_OBJECT, 'request_parameter_supported is false.'),
  skip(
    'oidcc-ensure-request-object-with-redirect-uri',
    'request_object_signing_alg_values_supported has no none.',
  ),
  skip(
    'fapi2-security-profile-final-test-claims-parameter-identity-claims',
    'claims_parameter_supported is false.',
  ),
];
