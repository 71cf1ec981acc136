import { directoryProblem } from '@tradepost/contracts/values/file-paths';
import { answerText } from './answer-text';
import { nameProduct, t } from './t';

// cspell:disable: German texts
jest.mock('./loaded-catalogue', () => ({
  catalogue: {
    City: 'Ort',
    'The folder {name} was deleted': 'Ordner {name} gelöscht',
    '{name} was deleted': '{name} gelöscht',
    '{field} is required': '{field} fehlt',
    'The file is larger than {size}': 'Die Datei ist größer als {size}',
    'Supported formats: {formats}': 'Unterstützte Formate: {formats}',
    'A directory may have at most {max} bytes': 'Länge: {max}',
    'A directory may have at most {max} levels': 'Tiefe: {max}',
    'The name of a directory may have at most {max} bytes': 'Name: {max}',
    '{count, plural, one {# file} other {# files}} deleted':
      '{count, plural, one {# Datei} other {# Dateien}} gelöscht',
  },
}));

it('finds the text of an answer with values, the most specific first', () => {
  expect(answerText('The folder Prices was deleted')).toBe('Ordner Prices gelöscht');
  expect(answerText('City was deleted')).toBe('City gelöscht');
  expect(answerText('City is required')).toBe('Ort fehlt');
  expect(answerText('The file is larger than 5 TB')).toBe('Die Datei ist größer als 5 TB');
  expect(answerText('Supported formats: PDF, CSV')).toBe('Unterstützte Formate: PDF, CSV');
  expect(answerText('2 files deleted')).toBe('2 Dateien gelöscht');
});

it.each(['x'.repeat(300), 'x/'.repeat(40) + 'x', 'x/'.repeat(300) + 'x'])(
  'translates the reason why a directory is refused',
  (directory) => {
    expect(answerText(directoryProblem(directory) ?? '')).toMatch(/^(Name|Tiefe|Länge): \d+$/);
  },
);

it('names a field as its label does, if it is shown there', () => {
  const labelled = { name: 'lastName', label: 'Nachname' };
  expect(answerText('lastName is required', labelled)).toBe('Nachname fehlt');
  expect(answerText('City is required', labelled)).toBe('Ort fehlt');
});

it('leaves an unknown answer as it is', () => {
  expect(answerText('Quite {new}')).toBe('Quite {new}');
});

it('uses the installation’s name for the product, and does not change user input', () => {
  nameProduct('Harbour {1');
  expect(t('Open Tradepost')).toBe('Open Harbour {1');
  expect(t('{name} uses Tradepost', { name: 'Tradepost Friends' })).toBe('Tradepost Friends uses Harbour {1');
  expect(answerText('Tradepost Friends was deleted')).toBe('Tradepost Friends gelöscht');
  expect(answerText('Quite new Tradepost Friends')).toBe('Quite new Tradepost Friends');
});
