// The choice between live and test data, for pages that show only one of them. It is stored in the
// browser and applies to all tabs opened later.
import { createContext, useContext } from 'react';

export type Mode = 'live' | 'test';

interface ChosenMode {
  mode: Mode;
  choose: (mode: Mode) => void;
}

export const ChosenModeContext = createContext<ChosenMode>({
  mode: 'live',
  choose: () => undefined,
});

export const useMode = (): Mode => useContext(ChosenModeContext).mode;
export const useChosenMode = (): ChosenMode => useContext(ChosenModeContext);
