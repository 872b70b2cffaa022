// Finds the Python that runs the tests of the Python SDK.
import { spawnSync } from 'node:child_process';

export const NO_PYTHON =
  'NOT TESTED: the Python SDK. It needs Python 3.10 or newer with venv (Debian: python3-venv).';

const CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];

/**
 * @returns the first command whose Python is new enough and can create virtual environments;
 *   undefined if there is none
 */
export const findPython = (): string | undefined =>
  NAMES.find((name) => spawnSync(name, ['-c', CHECK]).status === 0);
