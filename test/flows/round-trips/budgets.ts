// How many calls each request may make to its bindings (architecture 3) once the isolate has cached
// keys and clients. These budgets are defined only here: the tests next to this file run each
// journey and compare its calls with them, and docs/performance.md prints them.
import type { Budgets } from './budget.ts';
import { EVIDENCE_JOURNEYS } from './evidence-budgets.ts';

const TO_CONSENT = {
  'authorize, not signed in': {
    objects: 1,
    inSeries: 1,
    why: 'the grant is opened; nobody is looked up',
  },
  'the sign-in page': { objects: 1, inSeries: 1, why: 'which site asks' },
  'sign in with a password': {
    objects: 4,
    d1: 3,
    inSeries: 2,
    why: 'two limits, the account and what is known of the device at once; then the transaction, beside the limits’ refund',
  },
} as const satisfies Budgets;

const TO_CLAIMS = {
  'code exchange': { objects: 1, inSeries: 1, why: 'the grant decides; keys are remembered' },
  userinfo: { objects: 1, d1: 1, inSeries: 1, why: 'the grant and the claims at once' },
} as const satisfies Budgets;

/** The requests of each journey, in the order they run. */
export const JOURNEYS = {
  backend: {
    'init with a key that the isolate does not know': {
      objects: 1,
      d1: 2,
      why: 'the key is read; its use is noted after the answer, once an hour',
    },
    init: { objects: 1, inSeries: 1, why: 'the object keeps the session' },
    'init for a television': {
      objects: 2,
      inSeries: 2,
      why: 'the session, then the code that names its link',
    },
    result: { objects: 1, inSeries: 1, why: 'the token names the object' },
    status: { objects: 1, inSeries: 1, why: 'the token names the object' },
    'result of an unknown token': { objects: 1, inSeries: 1, why: 'an object says so' },
    'init with an idempotency key': {
      objects: 2,
      inSeries: 2,
      why: 'the claim of the key, then the session',
    },
    retake: { objects: 2, inSeries: 2, why: 'a look at the old session, then the new one' },
    'retake with an idempotency key': {
      objects: 3,
      inSeries: 3,
      why: 'the claim comes between the look and the new session',
    },
    'retake of a session that was already retaken': {
      objects: 1,
      inSeries: 1,
      why: 'the look at it refuses',
    },
    'init that reads the key again': {
      objects: 1,
      d1: 1,
      inSeries: 2,
      why: 'the key is read again; its use was noted',
    },
  },
  page: {
    view: { objects: 1, why: 'the object has the whole view' },
    'choose a way': { objects: 1, why: 'the object chooses and shows' },
    movements: { objects: 2, why: 'the challenge and its answer: two requests' },
    'pictures of the movements': {
      objects: 4,
      face: 1,
      why: 'the view, a look at which are due, the verdict of what was measured between; beside the measurement, whether they were shown before',
    },
    estimate: { objects: 2, why: 'the view and the samples: two requests' },
    'pictures of the estimate': {
      objects: 4,
      face: 1,
      why: 'the view, a look at which are due, the verdict of what was measured between; beside the measurement, whether they were shown before',
    },
  },
  documents: {
    document: {
      objects: 2,
      face: 1,
      why: 'a look at what is due, the verdict; one reading and one measurement between',
    },
    'ask for a review': {
      objects: 2,
      face: 1,
      why: 'as a document, which is kept instead (D-95)',
    },
    'contest an estimate': {
      objects: 2,
      d1: 1,
      why: 'the settings are read before the session is replaced (D-93)',
    },
  },
  wallet: {
    'request to a wallet': {
      objects: 1,
      inSeries: 1,
      why: 'the session takes it where it is the one that it needs',
    },
    'response of a wallet': {
      objects: 2,
      d1: 1,
      inSeries: 3,
      why: 'the offer is taken, the anchors are read, the session decides; the wallet Worker is called besides',
    },
  },
  keys: {
    'ask for an age key': {
      objects: 1,
      inSeries: 1,
      why: 'the session notes the challenge',
    },
    'make an age key': {
      objects: 1,
      d1: 1,
      inSeries: 2,
      why: 'the session lets it be made, once; then its row',
    },
    'answer with an age key': {
      objects: 2,
      d1: 2,
      inSeries: 4,
      why: 'the challenge, the key, its use, and the session decides',
    },
    'forget an age key': {
      objects: 1,
      d1: 2,
      inSeries: 3,
      why: 'the challenge, the key by which the answer is verified, and its end',
    },
  },
  passes: {
    'redeem a pass at a site': {
      objects: 1,
      d1: 1,
      why: 'one of 64 objects of its key says that it is the first; it is counted after the answer',
    },
    'answer a check with a pass': {
      objects: 3,
      d1: 1,
      why: 'the session says what it takes and what it has taken; between them the pass is spent, as at a site',
    },
  },
  faces: {
    'enrol a picture': {
      objects: 2,
      d1: 6,
      face: 1,
      why: 'the limit and the challenge; after the answer the endpoints, one transaction, and the event in a ledger: its first volume is opened, and the work is struck off',
    },
    'compare a picture': {
      objects: 2,
      d1: 5,
      face: 1,
      why: 'the template is read as well, and the ledger has a volume',
    },
    'compare a picture, with an idempotency key': {
      objects: 3,
      d1: 5,
      face: 1,
      why: 'the claim of the key',
    },
    'read a person’s face': {
      d1: 1,
      face: 1,
      why: 'which model describes faces now is asked once a minute',
    },
    'read the face again': { d1: 1, why: 'the model is remembered' },
    'read a challenge': { d1: 1, why: 'a row' },
    'erase a face': { d1: 1, why: 'one transaction' },
  },
  blockList: {
    'pictures for a customer that blocks faces': {
      objects: 7,
      d1: 1,
      face: 1,
      why: 'as without: four; the list, which is read once, and the verdict',
    },
    'pictures, once the block list is in memory': {
      objects: 6,
      face: 1,
      why: 'the list is asked, not read',
    },
    'pictures of a live check': {
      objects: 6,
      d1: 1,
      face: 1,
      why: 'of who would pass: the template, then the list, and the session again with the answer',
    },
    'settle the live check’s challenge': {
      objects: 4,
      d1: 6,
      why: 'the face, the list, that it was used, the event in a ledger; challenge, template, endpoints, one transaction, the volume, and the work is struck off',
    },
  },
  firstSignIn: {
    ...TO_CONSENT,
    'the consent page': {
      objects: 1,
      d1: 1,
      inSeries: 1,
      why: 'the grant, beside the session with what was agreed',
    },
    'the answer to a consent': {
      objects: 2,
      d1: 2,
      inSeries: 3,
      why: 'session and request at once, the row, then the grant: a failing database uses no request up',
    },
    ...TO_CLAIMS,
  },
  laterSignIn: {
    ...TO_CONSENT,
    'consent page of a remembered consent': {
      objects: 2,
      d1: 2,
      inSeries: 3,
      why: 'it answers the consent itself',
    },
    ...TO_CLAIMS,
  },
  signedIn: {
    'authorize, without a consent': {
      objects: 1,
      d1: 1,
      inSeries: 2,
      why: 'the session with what was agreed; then the grant waits for an answer',
    },
    'authorize, with a consent': {
      objects: 1,
      d1: 2,
      inSeries: 2,
      why: 'the session with what was agreed; then grant and transaction at once',
    },
  },
  tokens: {
    refresh: {
      objects: 1,
      inSeries: 1,
      why: 'the grant decides; client and keys are remembered',
    },
    introspection: { objects: 1, inSeries: 1, why: 'the grant knows what ended' },
    revocation: { objects: 1, inSeries: 1, why: 'the grant ends the token' },
    'the key set': { inSeries: 0, why: 'the keys are remembered' },
    discovery: { inSeries: 0, why: 'it is made of the configuration' },
  },
  pushed: {
    'push a request': { objects: 1, inSeries: 1, why: 'the request begins its grant' },
    'push a request, authenticated by a key': {
      objects: 2,
      inSeries: 1,
      why: 'beside it the assertion is used up',
    },
    'authorize with a pushed request': {
      objects: 2,
      d1: 2,
      inSeries: 3,
      why: 'what was pushed; then as without',
    },
    'code exchange, authenticated by a key': {
      objects: 2,
      inSeries: 2,
      why: 'the assertion is used up before the code',
    },
    'begin on a device, authenticated by a key': {
      objects: 3,
      inSeries: 2,
      why: 'the assertion; then the grant, beside the code that names it',
    },
  },
  browsers: {
    'accounts that FedCM offers': {
      d1: 2,
      inSeries: 2,
      why: 'the session; then the sites that were agreed to',
    },
    'sign in with FedCM': {
      objects: 1,
      d1: 2,
      inSeries: 2,
      why: 'as authorize, with a consent',
    },
  },
  people: {
    'sign in with a password while signed in': {
      objects: 4,
      d1: 4,
      inSeries: 2,
      why: 'as at a site; the session that is replaced is read beside',
    },
    'sign in with a passkey': {
      objects: 1,
      d1: 3,
      why: 'the challenge; the passkey with its account, the device, and the transaction with its counter',
    },
    'begin a sign-in by face': {
      objects: 1,
      d1: 2,
      why: 'the device with its account and face, and the count; the check is an object’s',
    },
    'finish a sign-in by face': {
      objects: 1,
      d1: 3,
      why: 'the check; the device, how well it is known, and the transaction',
    },
  },
  directory: {
    'SCIM: read a user': { d1: 2, inSeries: 2, why: 'the token, then the member' },
    'SCIM: list users': {
      d1: 2,
      inSeries: 2,
      why: 'the token, then a page with its total',
    },
    'SCIM: suspend a user': {
      d1: 6,
      why: 'the token, the member, one transaction; after the answer the links of the audit',
    },
    'SCIM: change a role': {
      d1: 6,
      why: 'the token, the roles, one transaction for all who move; after the answer the links of the audit',
    },
  },
  ...EVIDENCE_JOURNEYS,
  staff: {
    'staff: sign in with a password': {
      objects: 4,
      d1: 3,
      why: 'two limits and their refund; the member, the transaction, the links of the audit',
    },
    'staff: second factor': {
      objects: 4,
      d1: 3,
      why: 'the challenge before and after, a limit and its refund; as for a password',
    },
    'staff: recovery code': { objects: 4, d1: 4, why: 'whether the member has such a code' },
  },
} as const satisfies Readonly<Record<string, Budgets>>;
