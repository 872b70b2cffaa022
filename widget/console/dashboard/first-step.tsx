import { mayDo } from '../../../src/domain/customers/team/rights.ts';
import { useUser } from '../session/context.ts';
import { useMode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Where nothing has happened yet: to where it begins, for whoever may. Test sessions are made here, live ones by a key. */
export function FirstStep() {
  const t = useTexts();
  const { role } = useUser();
  const [right, href, label] =
    useMode() === 'test'
      ? (['sessions.try', '/try', 'nav.try'] as const)
      : (['keys.write', '/keys', 'nav.keys'] as const);
  return mayDo(role, right) && <ButtonLink href={href}>{t(label)}</ButtonLink>;
}
