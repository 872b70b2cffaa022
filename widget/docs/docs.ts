// The script of the docs. Every page is complete even without it: sample calls are then shown as
// curl commands.
import './docs.css';
import { setUpMenu } from './menu.ts';
import { followMoved } from './moved.ts';
import { setUpSamples } from './samples.ts';
import { setUpSearch } from './search-field.ts';
import { setUpTryForms } from './try.ts';

followMoved();
setUpMenu();
setUpSamples();
setUpTryForms();
setUpSearch();
