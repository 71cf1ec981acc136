import { runCommand } from '../commands/run';
import { commandsOfImage } from '../commands/table';

/** Entry point in containers, which have no npm: `operate.js <command> [arguments]`. */
void runCommand(commandsOfImage);
