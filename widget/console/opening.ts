// The first script of a console, small enough to run before the large script has loaded. It
// immediately requests what the first view needs: the texts in the language that was chosen in this
// browser, the state of its session, and the app. If they were requested one after another, each
// would cost a round trip.
import type { InsideParts } from './app.tsx';
import { applyTheme, storedTheme } from './browser/theme.ts';
import { SessionKeeper, type ConsoleName } from './session/keeper.ts';
import { JOINED } from './sign-in/addresses.ts';
import { firstLanguage, loadTexts } from './texts/languages.ts';
import './styles/console.css';

interface ConsoleParts extends InsideParts {
  name: ConsoleName;
}

export async function openConsole({ name, messages, inside }: ConsoleParts): Promise<void> {
  applyTheme(storedTheme());
  const keeper = new SessionKeeper(name);
  const language = firstLanguage();
  const enter = async () => {
    await keeper.start(location.pathname === `/${name}${JOINED}`);
    // A signed-in member next needs the content behind the sign-in and the console's own texts, so
    // both are loaded in advance. If one of them fails to load, the component that requests it
    // again shows the failure.
    if (keeper.state().phase === 'in')
      void Promise.allSettled([inside(), loadTexts(language, messages)]);
  };
  const [{ showConsole }, t] = await Promise.all([
    import('./app.tsx'),
    loadTexts(language).catch(() => loadTexts('en')),
    enter(),
  ]);
  showConsole({ name, keeper, first: { language, t }, messages, inside });
}
