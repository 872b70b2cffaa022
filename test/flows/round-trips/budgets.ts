// How many calls each request may make to its bindings (architecture 3) once the isolate has cached
// keys and clients. These budgets are defined only here and in evidence-budgets.ts: the tests next
// to this file run each journey and compare its calls with them, and docs/performance.md prints
// them.
import { EVIDENCE_JOURNEYS } from './evidence-budgets.ts';

/** Call counts. An omitted count means 0, except that an omitted `inSeries` is not checked. */
export interface Budget {
  /** Calls to the methods of Durable Objects. */
  objects?: number;
  /** Calls to D1. A batch counts as one call. */
  d1?: number;
  /** Calls to the face Worker. */
  face?: number;
  /**
   * The length of the longest chain of calls to bindings, including queues, in which each call
   * began after the previous call had returned. The response waits for this chain.
   */
  inSeries?: number;
  why: string;
}

/** Budgets by request. */
type Budgets = Readonly<Record<string, Budget>>;

const TO_CONSENT = {
  'authorize, for somebody not signed in': {
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
    'init, with a key that is not known yet': {
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
    'result of a token that is none': { objects: 1, inSeries: 1, why: 'an object says so' },
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
    'retake of what was retaken': { objects: 1, inSeries: 1, why: 'the look at it refuses' },
    'init, when the key is read again': {
      objects: 1,
      d1: 1,
      inSeries: 2,
      why: 'the key is read again; its use was noted',
    },
  },
  page: {
    view: { objects: 1, why: 'the object has the whole view' },
    'a choice of the way': { objects: 1, why: 'the object chooses and shows' },
    'the movements': { objects: 2, why: 'the challenge and its answer: two requests' },
    'pictures of the movements': {
      objects: 4,
      face: 1,
      why: 'the view, a look at which are due, the verdict of what was measured between; beside the measurement, whether they were shown before',
    },
    'the estimate': { objects: 2, why: 'the view and the samples: two requests' },
    'pictures of the estimate': {
      objects: 4,
      face: 1,
      why: 'the view, a look at which are due, the verdict of what was measured between; beside the measurement, whether they were shown before',
    },
  },
  documents: {
    'a document': {
      objects: 2,
      face: 1,
      why: 'a look at what is due, the verdict; one reading and one measurement between',
    },
    'a human is asked': {
      objects: 2,
      face: 1,
      why: 'as a document, which is kept instead (D-95)',
    },
    'an estimate is contested': {
      objects: 2,
      d1: 1,
      why: 'the settings are read before the session is replaced (D-93)',
    },
  },
  wallet: {
    'an offer to a wallet': {
      objects: 1,
      inSeries: 1,
      why: 'the session takes it where it is the one that it needs',
    },
    'what a wallet answers': {
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
    'answer by an age key': {
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
    'a pass that a site redeems': {
      objects: 1,
      d1: 1,
      why: 'one of 64 objects of its key says that it is the first; it is counted after the answer',
    },
    'a pass that answers a check': {
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
    'read it again': { d1: 1, why: 'the model is remembered' },
    'read a challenge': { d1: 1, why: 'a row' },
    'erase a face': { d1: 1, why: 'one transaction' },
  },
  blockList: {
    'pictures of a customer that blocks': {
      objects: 7,
      d1: 1,
      face: 1,
      why: 'as without: four; the list, which is read once, and the verdict',
    },
    'pictures, once the list is read': {
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
    'the consent page that leads on': {
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
    'push a request, by a key': {
      objects: 2,
      inSeries: 1,
      why: 'beside it the assertion is used up',
    },
    'authorize, by a pushed request': {
      objects: 2,
      d1: 2,
      inSeries: 3,
      why: 'what was pushed; then as without',
    },
    'code exchange, by a key': {
      objects: 2,
      inSeries: 2,
      why: 'the assertion is used up before the code',
    },
    'a device begins, by a key': {
      objects: 3,
      inSeries: 2,
      why: 'the assertion; then the grant, beside the code that names it',
    },
  },
  browsers: {
    'the account that a browser offers': {
      d1: 2,
      inSeries: 2,
      why: 'the session; then the sites that were agreed to',
    },
    'a page that asks its browser': {
      objects: 1,
      d1: 2,
      inSeries: 2,
      why: 'as authorize, with a consent',
    },
  },
  people: {
    'a password, in a browser that is signed in': {
      objects: 4,
      d1: 4,
      inSeries: 2,
      why: 'as at a site; the session that is replaced is read beside',
    },
    'a passkey': {
      objects: 1,
      d1: 3,
      why: 'the challenge; the passkey with its account, the device, and the transaction with its counter',
    },
    'a face, to begin': {
      objects: 1,
      d1: 2,
      why: 'the device with its account and face, and the count; the check is an object’s',
    },
    'a face, to finish': {
      objects: 1,
      d1: 3,
      why: 'the check; the device, how well it is known, and the transaction',
    },
  },
  directory: {
    'a directory reads a user': { d1: 2, inSeries: 2, why: 'the token, then the member' },
    'a directory looks users up': {
      d1: 2,
      inSeries: 2,
      why: 'the token, then a page with its total',
    },
    'a directory suspends a user': {
      d1: 6,
      why: 'the token, the member, one transaction; after the answer the links of the audit',
    },
    'a directory moves a member': {
      d1: 6,
      why: 'the token, the roles, one transaction for all who move; after the answer the links of the audit',
    },
  },
  ...EVIDENCE_JOURNEYS,
  staff: {
    'a password of staff': {
      objects: 4,
      d1: 3,
      why: 'two limits and their refund; the member, the transaction, the links of the audit',
    },
    'a code of staff': {
      objects: 4,
      d1: 3,
      why: 'the challenge before and after, a limit and its refund; as for a password',
    },
    'a recovery code': { objects: 4, d1: 4, why: 'whether the member has such a code' },
  },
} as const satisfies Readonly<Record<string, Budgets>>;
