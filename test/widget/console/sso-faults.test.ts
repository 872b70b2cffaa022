// Every reason why a sign-in with a company's identity provider can fail is explained on the
// sign-in page.
import { expect, it } from 'vitest';
import { SSO_FAULTS } from '../../../src/domain/customers/provider-sign-in/faults.ts';
import de from '../../../widget/console/locales/sso/de.json' with { type: 'json' };
import { FAULTS } from '../../../widget/console/sign-in/sso-faults.ts';

it('every SSO error of the service has a text, and no other', () => {
  expect(FAULTS.toSorted()).toEqual(SSO_FAULTS.toSorted());
  const texts = Object.keys(de).filter((key) => key.startsWith('sso_fault.'));
  expect(texts.toSorted()).toEqual(SSO_FAULTS.map((fault) => `sso_fault.${fault}`).toSorted());
});
