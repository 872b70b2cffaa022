import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOptimism } from './console-acts.ts';
import { listFiles } from './source-files.ts';
import { findActs, type Act } from './typed-acts.ts';

const files = listFiles(['widget'])
  .filter((path) => /^widget\/console\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

describe('an act shown as done', () => {
  test('comes from an answer of the server: nothing in the consoles is optimistic', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(files.flatMap(({ path, source }) => findOptimism(path, source))).toEqual([]);
  });

  test.each([
    'const a = useMutation({ onMutate: () => remember() });',
    'const [shown] = useOptimistic(rows);',
    "const add = () => answers.setQueryData(['keys'], [...rows, draft]);",
    "const save = async () => {\n  answers.setQueryData(['settings'], draft);\n  await send(draft);\n};",
    "const save = async () => {\n  const saved = draft;\n  await send(saved);\n  answers.setQueryData(['a'], saved);\n};",
  ])('an optimistic update is found: %s', (source) => {
    expect(findOptimism('a.ts', source)).toHaveLength(1);
  });

  test('may be the answer itself', () => {
    const source =
      "const save = async () => {\n  const saved = await send(draft);\n  answers.setQueryData(['a'], saved);\n};";
    expect(findOptimism('a.ts', source)).toEqual([]);
  });
});

const ADDS = 'it adds something, and nothing ends';
const AGAIN = 'saving it as it was gives it back';

/** Calls that need no typed confirmation, as `<file>: <call>`, with the reason. */
const NEVER: Record<string, string> = {
  'domains-card.tsx: DELETE /dashboard/v1/sso/domains/{domain}':
    'naming and proving it again gives it back; members stay',
  'domains-card.tsx: POST /dashboard/v1/sso/domains': ADDS,
  'domains-card.tsx: POST /dashboard/v1/sso/domains/{domain}/check': ADDS,
  'links.tsx: DELETE /admin/v1/sso/links/{id}': 'the next sign-in links again; the operator stays',
  'links.tsx: DELETE /dashboard/v1/sso/links/{id}':
    'the next sign-in links again; the member stays',
  'use-change-sso.ts: PATCH /admin/v1/sso': AGAIN,
  'use-change-sso.ts: PATCH /dashboard/v1/sso': AGAIN,
  'add-anchor-dialog.tsx: POST /admin/v1/wallet/anchors': 'it can be removed again',
  'certificate-dialog.tsx: POST /admin/v1/evidence/certificates':
    'what it replaces is withdrawn, and can be added again; the dialog is for nothing else',
  'incident-dialog.tsx: POST /admin/v1/evidence/incidents': ADDS,
  'incident-dialog.tsx: PATCH /admin/v1/evidence/incidents/{id}': AGAIN,
  'add-passkey.ts: POST /*/v1/auth/passkey/register/begin': ADDS,
  'add-passkey.ts: POST /*/v1/auth/passkey/register/finish': ADDS,
  'begin-card.tsx: POST /dashboard/v1/test-sessions': ADDS,
  'block-dialog.tsx: POST /dashboard/v1/blocked-faces': 'the entry can be taken back',
  'change-dialog.tsx: PATCH /dashboard/v1/team/{id}': `${AGAIN}; with active: true they sign in again`,
  'change-endpoint-dialog.tsx: PATCH /dashboard/v1/webhooks/{id}': AGAIN,
  'change-operator-dialog.tsx: PATCH /admin/v1/admins/{id}': `${AGAIN}; with active: true they sign in again`,
  'changed.tsx: POST /dashboard/v1/law/seen': ADDS,
  'client-form.tsx: PATCH /dashboard/v1/oauth-clients/{id}': AGAIN,
  'deliveries.tsx: POST /dashboard/v1/deliveries/{id}/replay': ADDS,
  'confirm-name-dialog.tsx: POST /admin/v1/tenants/{id}/names': ADDS,
  'delivery-entry.tsx: POST /dashboard/v1/deliveries/{id}/replay': ADDS,
  'delivery-list.tsx: POST /dashboard/v1/webhooks/{id}/replay': ADDS,
  'directory-token-dialog.tsx: POST /dashboard/v1/scim-tokens': ADDS,
  'endpoint-actions.tsx: PATCH /dashboard/v1/webhooks/{id}': 'paused, it is switched on again',
  'endpoint-actions.tsx: POST /dashboard/v1/webhooks/{id}/verify': ADDS,
  'invitations.tsx: DELETE /dashboard/v1/team/invitations/{id}':
    'another invitation takes its place',
  'invite-dialog.tsx: POST /dashboard/v1/team/invitations': ADDS,
  'names-card.tsx: DELETE /admin/v1/tenants/{id}/names':
    'the name stays where it is shown, and can be confirmed again',
  'new-client-dialog.tsx: POST /dashboard/v1/oauth-clients': ADDS,
  'new-endpoint-dialog.tsx: POST /dashboard/v1/webhooks': ADDS,
  'new-key-dialog.tsx: POST /dashboard/v1/api-keys': ADDS,
  'new-operator-dialog.tsx: POST /admin/v1/admins': ADDS,
  'new-tenant-dialog.tsx: POST /admin/v1/tenants': ADDS,
  'own-sessions.tsx: DELETE /*/v1/auth/sessions/{id}':
    'the owner signs in again, and a person who ends a stranger’s is in a hurry',
  'owners-card.tsx: POST /admin/v1/tenants/{id}/invitation': ADDS,
  'passkeys-card.tsx: PATCH /*/v1/auth/passkeys/{id}': AGAIN,
  'password-card.tsx: POST /*/v1/auth/change-password': 'its form asks for both passwords',
  'pkce-card.tsx: PATCH /admin/v1/oauth-clients/{id}': 'its other button takes it back',
  'preview.tsx: POST /dashboard/v1/test-sessions': ADDS,
  'resend-mail.tsx: POST /dashboard/v1/auth/resend-verification': ADDS,
  'retake-dialog.tsx: POST /dashboard/v1/sessions/{token}/retake':
    'it adds a session after this one',
  'rename-dialog.tsx: PATCH /dashboard/v1/api-keys/{id}': AGAIN,
  'rotate-dialog.tsx: POST /admin/v1/signing-keys/{purpose}/rotate': ADDS,
  'rotate-secret-dialog.tsx: POST /dashboard/v1/webhooks/{id}/rotate-secret':
    'its dialog says so, and the old secret signs as well for a day',
  'second-factor-gate.tsx: POST /admin/v1/auth/2fa/setup': ADDS,
  'second-factor-gate.tsx: POST /admin/v1/auth/2fa/verify': ADDS,
  'second-factor.tsx: POST /*/v1/auth/2fa/setup': ADDS,
  'second-factor.tsx: POST /*/v1/auth/2fa/verify': ADDS,
  'tenant-acts.tsx: PATCH /admin/v1/tenants/{id}/unsuspend': 'it gives back what suspending took',
  'test-event.tsx: POST /dashboard/v1/webhooks/{id}/test': ADDS,
  'trust-dialog.tsx: PATCH /admin/v1/tenants/{id}': 'trusted again, what was kept counts again',
  'use-decision.ts: POST /dashboard/v1/reviews/{id}/decision':
    'final, and asked once more by a dialog for each; a queue is worked off by the keyboard, and a word typed every time would be read by nobody',
  'use-save.ts: PATCH /dashboard/v1/settings': `${AGAIN}; what saving deletes is a \`loss\`, see below`,
};

/**
 * Calls that `findActs` reports as `sometimes`, and the cases in which they need a typed
 * confirmation.
 */
const SOMETIMES: Record<string, string> = {
  'acts.tsx: DELETE /admin/v1/accounts/{id}': 'always: the dialog without it opens accounts again',
  'acts.tsx: PATCH /admin/v1/accounts/{id}/*': 'to suspend; not to give back',
  'acts.tsx: POST /admin/v1/accounts/{id}/force-logout': 'always, as above',
  'counting-switch.tsx: PATCH /dashboard/v1/settings': 'to stop, which deletes the counts',
  'limits-card.tsx: PATCH /admin/v1/tenants/{id}': 'where checks leave the list',
  'rotate-dialog.tsx: POST /dashboard/v1/api-keys/{id}/rotate': 'where the old key ends at once',
  'rotate-secret-dialog.tsx: POST /dashboard/v1/oauth-clients/{id}/rotate-secret':
    'where a secret ends at once',
  'withdraw.tsx: POST /admin/v1/verified-ages/revoke': 'to withdraw; not to count them',
};

describe('an act that ends or deletes something', () => {
  const acts = files.flatMap(({ path, source }) =>
    findActs(path, source).map(({ call, typed }) => ({ act: `${basename(path)}: ${call}`, typed })),
  );
  const actsTyped = (typed: Act['typed']) =>
    acts.filter((each) => each.typed === typed).map(({ act }) => act);

  test('asks for typed confirmation, each act separately, unless a reason is listed', () => {
    expect(actsTyped('never').toSorted()).toEqual(Object.keys(NEVER).toSorted());
    expect(actsTyped('sometimes').toSorted()).toEqual(Object.keys(SOMETIMES).toSorted());
    expect(actsTyped('always').length).toBeGreaterThan(12);
  });

  test('asks for typed confirmation also where saving settings deletes something', () => {
    const shorter = files.filter(({ path, source }) => {
      return path.includes('/dashboard/') && /\bhistory_days:/.test(source);
    });
    expect(shorter.map(({ path }) => basename(path))).toEqual(['retention-card.tsx']);
    for (const { source } of shorter) expect(source).toContain('loss={');
  });

  const TYPED = '<ConfirmDialog onConfirm={end} />';
  const END = "const end = async () => { await client.DELETE('/a'); };";
  test.each([
    ['always', `function A() { ${END} return ${TYPED}; }`],
    [
      'always',
      "const a = <ConfirmDialog onConfirm={async () => { await client.DELETE('/a'); }} />;",
    ],
    ['never', `function A() { ${END} return <Button onPress={end} />; }`],
    // A typed confirmation in a different component does not cover this call.
    [
      'never',
      `function A() { ${END} return <Button onPress={end} />; }\nfunction B() { return ${TYPED}; }`,
    ],
    [
      'sometimes',
      `function A() { ${END} return <>${TYPED}<Button onPress={() => void end()} /></>; }`,
    ],
    [
      'never',
      "function A() { const end = useAction(() => client.PATCH('/a', { body: { active: false } })); return <FormDialog action={end} />; }",
    ],
    ['never', "export const useEnd = () => useAction(async () => { await client.DELETE('/a'); });"],
  ])('typed confirmation is %s required for a call in: %s', (typed, source) => {
    expect(findActs('a.tsx', source).map((each) => each.typed)).toEqual([typed]);
  });
});
