import { mayDo } from '../../../src/domain/customers/team/rights.ts';
import { useUser } from '../session/context.ts';
import { useMode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';
import { ButtonLink } from '../ui/button.tsx';

/**
 * A link to the first step, shown in empty lists if the member's role may take that step. Test
 * sessions are created in the console, live sessions with an API key.
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
