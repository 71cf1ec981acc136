import { givenSettings } from '../topology/given-settings';
import { configFile } from '../topology/running';
import { runCommand } from './run';
import { commandsOfServer } from './table';

/** Commands that read the settings file themselves and report all its errors. */
const ownReaders = ['serve', 'config'];

/** Runs a command of the Debian package with the settings of its file. */
void runCommand(commandsOfServer, (name) => {
  if (!ownReaders.includes(name)) Object.assign(process.env, givenSettings(configFile()));
});
