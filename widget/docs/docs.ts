// The script of the docs: what a page can do beyond being read. Without it every page is there, with its calls in curl.
import './docs.css';
import { setUpMenu } from './menu.ts';
import { followMoved } from './moved.ts';
import { setUpSamples } from './samples.ts';
import { setUpSearch } from './search-field.ts';
import { setUpTrying } from './try.ts';

followMoved();
setUpMenu();
setUpSamples();
setUpTrying();
setUpSearch();
