import { runCommand } from '../commands/run';
import { commandsOfImage } from '../commands/table';

/** In a container, where there is no npm: `operate.js <command> [arguments]`. */
void runCommand(commandsOfImage);
