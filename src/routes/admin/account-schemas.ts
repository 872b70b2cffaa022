// Request and response schemas for the operators' account routes (spec 4.1).
import { z } from '@hono/zod-openapi';

export const STATUSES = ['active', 'suspended', 'locked', 'pending_deletion'] as const;

export const Account = z
  .object({
    id: z.int(),
    subject: z
      .string()
      .openapi({ description: '`xid_…`, the identifier under which sites know the person.' }),
    email: z.string().optional(),
    email_verified: z.boolean(),
    display_name: z.string().optional(),
    status: z.enum(STATUSES),
    locale: z.string(),
    has_password: z.boolean(),
    created_at: z.string(),
    delete_at: z.string().optional().openapi({ description: 'When a deletion becomes final.' }),
  })
  .openapi('Account');

export const Login = z
  .object({
    id: z.int(),
    method: z.enum(['password', 'passkey', 'face']),
    outcome: z.enum(['success', 'failed', 'locked', 'suspended']),
    device: z.string(),
    place: z.string().optional(),
    ip: z.string().optional(),
    at: z.string(),
  })
  .openapi('LoginAttempt');

export const Overview = Account.extend({
  age: z
    .object({
      verified: z.boolean(),
      verified_brackets: z.array(z.string()).openapi({ example: ['+12', '+15', '+18'] }),
      level: z.enum(['ml', 'document', 'wallet']).optional(),
      verified_at: z.string().optional(),
      expires_at: z.string().optional(),
    })
    .openapi({
      description:
        'Age brackets that the account reaches. The age itself is not known to operators.',
    }),
  counts: z.object({
    sessions: z.int(),
    passkeys: z.int(),
    connections: z.int(),
    notifications: z.int(),
    logins: z.int(),
  }),
  recent_logins: z.array(Login),
}).openapi('AccountOverview');

export const Totals = z
  .object({
    total: z.int(),
    by_status: z.object({
      active: z.int(),
      suspended: z.int(),
      locked: z.int(),
      pending_deletion: z.int(),
    }),
    email_verified: z.int(),
    created_last_30_days: z.int(),
  })
  .openapi('AccountStats');

export const Connection = z
  .object({
    client_id: z.string(),
    client_name: z.string(),
    scopes: z.array(z.string()),
    connected_at: z.string(),
    last_shared_at: z.string(),
  })
  .openapi('AccountConnection');

export const Notification = z
  .object({
    id: z.int(),
    type: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    read_at: z.string().optional(),
  })
  .openapi('AccountNotification');

export const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    backed_up: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string().optional(),
  })
  .openapi('AccountPasskey');

export const Session = z
  .object({
    id: z.string(),
    device: z.string(),
    place: z.string().optional(),
    ip: z.string().optional(),
    methods: z.array(z.string()).openapi({ description: 'Authentication methods (RFC 8176).' }),
    created_at: z.string(),
    last_seen_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('AccountSession');
