// Request and response schemas for single sign-on for a customer's team.
import { z } from '@hono/zod-openapi';
import { GIVEN_ROLES } from '../../domain/customers/single-sign-on/sso-setting.ts';
import { text } from '../../http/fields.ts';
import { LINK_FIELDS, ssoChanges, ssoFields } from '../staff/sso-fields.ts';

export const SsoDomainData = z
  .object({
    domain: z.string().openapi({ example: 'company.example' }),
    state: z.enum(['pending', 'proven', 'lapsed']).openapi({
      description:
        '`lapsed`: the TXT record is gone. Linked members can still sign in; new ones cannot.',
    }),
    record: z
      .string()
      .openapi({ description: 'TXT record to publish for the domain.', example: 'agate-verify=…' }),
    checked_at: z.string().optional(),
  })
  .openapi('SsoDomain');

export const SsoData = z
  .object({
    ...ssoFields(GIVEN_ROLES),
    break_glass: z.string().nullable().openapi({ example: 'mem_7' }),
    domains: z.array(SsoDomainData),
  })
  .openapi('Sso');

export const SsoBody = z
  .strictObject({
    ...ssoChanges(GIVEN_ROLES),
    break_glass: text('break_glass', 40).nullable().optional().openapi({
      description: 'Owner who may sign in without the provider, with a second factor: `mem_…`.',
    }),
  })
  .openapi('SsoChanges');

export const LinkData = z
  .object({ id: z.string().openapi({ example: 'mem_7' }), ...LINK_FIELDS })
  .openapi('SsoLink');
