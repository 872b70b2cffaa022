// Visitors who may request a human review, and members who decide it (D-95).
import { env } from 'cloudflare:workers';
import type { Reply } from './api.ts';
import { ask } from '../staff/dashboard.ts';
import type { Shown } from '../visitor/edge-visit.ts';
import { eventually } from '../installation/eventually.ts';
import { makeMember } from '../staff/members.ts';
import { DocumentVisit, jpegOf } from '../visitor/scripted-documents.ts';
import { seeFace, seePortrait, toJpeg, type Seen } from '../visitor/scripted-face.ts';
import { makeTenant, type TenantOptions, type TestTenant } from './tenants.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

/**
 * Creates a customer whose members review sessions.
 * @param secondPerson whether an approval needs two people
 */
export async function makeReviewingTenant(
  secondPerson = false,
  options: TenantOptions = {},
): Promise<TestTenant> {
  const customer = await makeTenant(options);
  await env.DB.prepare('UPDATE tenants SET reviews = 1, review_second_person = ? WHERE id = ?')
    .bind(secondPerson ? 1 : 0, customer.id)
    .run();
  return customer;
}

export const makeReviewer = (customer: TestTenant) => makeMember(customer.id, 'reviewer');

export const seen = (person = 'Ada', yaw = 2): Seen => ({
  ok: true,
  face: seeFace({ yaw, pitch: 1, person }),
});

function largeJpeg(bytes: number): Jpeg {
  const jpeg = new Uint8Array(bytes).fill(7);
  jpeg.set([0xff, 0xd8, 0xff]);
  crypto.getRandomValues(jpeg.subarray(3, 99));
  return jpeg;
}

export class ReviewedVisit {
  readonly visit: DocumentVisit;
  page: Jpeg = jpegOf(`the page of a doubtful document ${crypto.randomUUID()}`);
  front: Jpeg | undefined = jpegOf(`the front of a doubtful document ${crypto.randomUUID()}`);

  private constructor(visit: DocumentVisit) {
    this.visit = visit;
  }

  /** @param visit a visit at the document step */
  static of(visit: DocumentVisit): ReviewedVisit {
    return new ReviewedVisit(visit);
  }

  /**
   * A visit that has reached the step `review`, because the document shows a different person.
   * @param bytes the size of each picture of the document
   * @param bind returns the bindings of the service
   */
  static async offered(
    customer: TestTenant,
    { bytes, bind }: { bytes?: number; bind?: (face: Fetcher) => Env } = {},
  ): Promise<ReviewedVisit> {
    const visit = await DocumentVisit.atDocument(undefined, { customer, ...(bind && { bind }) });
    const reviewed = new ReviewedVisit(visit);
    if (bytes !== undefined) [reviewed.page, reviewed.front] = [largeJpeg(bytes), largeJpeg(bytes)];
    await reviewed.fail();
    return reviewed;
  }

  /** A visit for which a human review has been requested. */
  static async waiting(customer: TestTenant): Promise<ReviewedVisit> {
    const reviewed = await ReviewedVisit.offered(customer);
    const asked = await reviewed.ask();
    if (asked.body.data?.status !== 'pending_tenant_review')
      throw new Error(JSON.stringify(asked.body));
    return reviewed;
  }

  /** Shows the document of a different person. */
  async fail(): Promise<Reply> {
    this.visit.edge.face.portrait = seePortrait('Bea');
    return this.show();
  }

  /** Photographs the document again and sends the pictures. */
  async show(): Promise<Reply> {
    const nonce: string = (await this.visit.view()).document?.nonce ?? 'none';
    this.page = this.visit.asTaken(this.page, nonce);
    this.front = this.front && this.visit.asTaken(this.front, nonce);
    const { page, front } = this;
    return this.visit.show({ page, front });
  }

  /** Performs the movements again, honestly unless `shown` specifies otherwise. */
  async move(shown?: Shown): Promise<void> {
    await this.visit.edge.move(shown);
    await this.visit.edge.reveal();
  }

  /** @param changes form parts that replace the usual ones; a part that is undefined is left out */
  async ask(changes: Record<string, Jpeg | string | undefined> = {}): Promise<Reply> {
    const parts = { page: this.page, front: this.front, face: toJpeg(seen()), ...changes };
    const form = new FormData();
    for (const [name, part] of Object.entries(parts))
      if (typeof part === 'string') form.set(name, part);
      else if (part !== undefined) form.set(name, new File([part], name));
    return this.visit.edge.browser.send('review', form);
  }

  async step(name: string): Promise<Reply> {
    return this.visit.edge.browser.step(name);
  }

  view(): Promise<any> {
    return this.visit.view();
  }

  result(): Promise<any> {
    return this.visit.result();
  }

  /** The session's result token, `xtk_…`. */
  async token(): Promise<string> {
    return (await this.result()).token;
  }
}

export const decide = (token: string, by: string, body: unknown): Promise<Reply> =>
  ask('POST', `/reviews/${token}/decision`, by, body);

/**
 * Waits until the queue has written the session's row.
 * @returns the session's entry in the list
 */
export async function listed(token: string, by: string, query = ''): Promise<any> {
  return eventually(async () => {
    const { body } = await ask('GET', `/reviews${query}`, by);
    const row = body.data.find(({ id }: { id: string }) => id === token);
    if (row === undefined) throw new Error('It is not listed yet.');
    return row;
  });
}

/** Creates a session that waits for a human review, and a member who may decide it. */
export async function waiting(secondPerson = false) {
  const customer = await makeReviewingTenant(secondPerson);
  const reviewed = await ReviewedVisit.waiting(customer);
  const { token: by } = await makeReviewer(customer);
  const token = await reviewed.token();
  return { customer, reviewed, by, token };
}

/** The actions and new values in the audit entries about a customer's reviews, oldest first. */
export const actionsOf = async (tenantId: string) => {
  const { results } = await env.DB.prepare(
    "SELECT action, staff_id, after FROM audit_entries WHERE tenant_id = ? AND action LIKE 'review.%' ORDER BY id",
  )
    .bind(tenantId)
    .all<{ action: string; staff_id: number; after: string }>();
  return results.map(({ action, after }) => [action, JSON.parse(after)]);
};
