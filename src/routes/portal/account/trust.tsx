// Routes of trusted devices: trusting this browser, directly or with a code from an email, and
// revoking that trust.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { askToTrust, trustByCode } from '../../../domain/signing-in/authentication/trust-device.ts';
import { revokeTrust } from '../../../domain/signing-in/authentication/devices.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import {
  readTrustedDeviceCookie,
  setTrustedDeviceCookie,
} from '../../../http/auth/trusted-device-cookie.ts';
import { readVisitor } from '../../../http/auth/visitor.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { pathTo, seeOther, whenSignedIn } from '../navigation.ts';
import { readAccountForm } from '../posted-form.ts';
import { describeWait, refusalAlert } from '../refusal.ts';
import { showSecurity } from './show-security.tsx';

const PAGE = '/account/security';

export function registerTrust(surface: OpenAPIHono<AppEnv>): void {
  surface.post(
    `${PAGE}/device/trust`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      const browser = { visitor: readVisitor(c), trustedDevice: readTrustedDeviceCookie(c) };
      const asked = await askToTrust(c.get('ctx'), signIn, browser).catch(refusalAlert);
      if (asked.ok) {
        setTrustedDeviceCookie(c, asked.cookie);
        return seeOther(c, pathTo(PAGE, { done: 'device_trusted' }));
      }
      if (asked.reason === 'code') return showSecurity(c, signIn, { trustToken: asked.token }, 200);
      if (asked.reason === 'ended') return seeOther(c, PAGE);
      const { t } = await readViewer(c);
      return asked.reason === 'busy'
        ? showSecurity(c, signIn, { fault: describeWait(c, t, asked) }, 429)
        : showSecurity(c, signIn, { fault: t('security.device_no_email') }, 422);
    }),
  );

  surface.post(
    `${PAGE}/device/code`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const trusted = await trustByCode(c.get('ctx'), signIn, {
        token: form.text('token'),
        code: form.text('code'),
        visitor: readVisitor(c),
        trustedDevice: readTrustedDeviceCookie(c),
      });
      if (trusted.ok) {
        setTrustedDeviceCookie(c, trusted.cookie);
        return seeOther(c, pathTo(PAGE, { done: 'device_trusted' }));
      }
      if (trusted.reason === 'ended') return seeOther(c, PAGE);
      const { t } = await readViewer(c);
      const refused = {
        trustToken: form.text('token'),
        faults: { code: t('security.code_wrong') },
      };
      return showSecurity(c, signIn, refused, 422);
    }),
  );

  surface.post(
    `${PAGE}/device/end`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      await revokeTrust(c.get('ctx'), signIn, form.text('device'));
      return seeOther(c, pathTo(PAGE, { done: 'device_ended' }));
    }),
  );
}
