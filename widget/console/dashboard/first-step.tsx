import { mayDo } from '../../../src/domain/customers/team/rights.ts';
import { useUser } from '../session/context.ts';
import { useMode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';

/**
 * A hint shown where nothing has happened yet, with a link to the first step if the role may take
 * it. Test sessions are created in the console, live sessions with an API key.
 */
export function FirstStep() {
  const t = useTexts();
  const { role } = useUser();
  const [right, href, label] =
    useMode() === 'test'
      ? (['sessions.try', '/try', 'nav.try'] as const)
      : (['keys.write', '/keys', 'nav.keys'] as const);
  return mayDo(role, right) && <ButtonLink href={href}>{t(label)}</ButtonLink>;
}
