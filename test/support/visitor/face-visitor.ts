// A person who enrols and signs in by face in a browser, at a service with a face Worker.
import { env } from 'cloudflare:workers';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import { makeToken } from '../../../src/domain/verification/tokens.ts';
import { VISITOR } from '../account/accounts.ts';
import { makeContext } from '../installation/context.ts';
import { EdgeVisit } from './edge-visit.ts';
import { FormBrowser, type Page } from '../account/portal.ts';
import { ScriptedFace, seeFace } from './scripted-face.ts';
import { serviceWith } from '../installation/service-with.ts';

const SECURITY = '/account/security';
const COOKIE = /(?:__Host-)?verification-([\w-]{43})=([^;]+)/;

/** A check that has been started but whose page has not been opened yet. */
interface BegunCheck {
  verifyUrl: string;
  sessionId: string;
  cookie: string;
  /** The `xtk_…` token with which the browser returns from the check. */
  token: string;
}

export class FaceVisitor {
  readonly face: ScriptedFace;
  readonly browser: FormBrowser;

  constructor(face = new ScriptedFace()) {
    this.face = face;
    this.browser = new FormBrowser({}, serviceWith({ ...env, FACE: face.binding }));
  }

  async signIn(account: Account, amr: readonly string[] = AMR_PASSWORD): Promise<void> {
    const replaces = this.browser.cookies.get('agate-account');
    const started = await startSession(makeContext(), account, { ...VISITOR, amr, replaces });
    if (started === undefined) throw new Error('The account cannot sign in.');
    this.browser.cookies.set('agate-account', started.cookie);
  }

  signOut(): void {
    this.browser.cookies.delete('agate-account');
  }

  /**
   * Presses the button that starts a check.
   * @param page the page with the button
   */
  async begin(page: Page, action: string): Promise<BegunCheck> {
    const answer = await this.browser.submit(page, action);
    const [, id = '', cookie = ''] = COOKIE.exec(answer.headers.getSetCookie().join('\n')) ?? [];
    const sessionId = decodeObjectId(id);
    if (sessionId === undefined) throw new Error(`No check: ${answer.status} ${answer.location}`);
    const { token } = await makeToken(makeContext(), 'xtk_', sessionId);
    return {
      verifyUrl: answer.location ?? '',
      sessionId,
      cookie: decodeURIComponent(cookie),
      token,
    };
  }

  /** Completes the check, from opening its page to the verdict. */
  async show(begun: BegunCheck, person = 'Ada', descriptor?: number[]): Promise<void> {
    const visit = await EdgeVisit.at(begun, { face: this.face });
    await visit.pass(({ yaw, pitch }) => {
      const face = seeFace({ yaw, pitch, person });
      return { ok: true, face: { ...face, ...(descriptor && { descriptor }) } };
    });
  }

  async beginEnrolment(): Promise<BegunCheck> {
    return this.begin(await this.browser.get(SECURITY), `${SECURITY}/face/enrol`);
  }

  async enrol(person = 'Ada'): Promise<Page> {
    const begun = await this.beginEnrolment();
    await this.show(begun, person);
    return this.browser.get(`${SECURITY}/face/return?token=${begun.token}`);
  }

  async beginSignIn(query = ''): Promise<BegunCheck> {
    return this.begin(await this.browser.get(`/signin${query}`), '/signin/face');
  }

  async comeBack({ token }: Pick<BegunCheck, 'token'>, more = ''): Promise<Page> {
    return this.browser.get(`/signin/face/return?token=${token}${more}`);
  }

  async signInByFace(person = 'Ada', descriptor?: number[]): Promise<Page> {
    const begun = await this.beginSignIn();
    await this.show(begun, person, descriptor);
    return this.comeBack(begun);
  }
}
