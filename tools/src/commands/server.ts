import { givenSettings } from '../topology/given-settings';
import { configFile } from '../topology/running';
import { runCommand } from './run';
import { commandsOfServer } from './table';

/** These read the file themselves, and say every fault in it. */
const ownReaders = ['serve', 'config'];

/** The commands of the package for Debian, with the settings of its file. */
void runCommand(commandsOfServer, (name) => {
  if (!ownReaders.includes(name)) Object.assign(process.env, givenSettings(configFile()));
});
