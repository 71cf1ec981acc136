import { parse, type Octothorpe, type Token } from '@messageformat/parser';
import { networkError } from '@tradepost/client/api/api-error';
import { AppError, errorCodes } from '@tradepost/contracts/errors';
import { documentFaults, kycDocuments, kycFieldLabels, submissionErrors } from '@tradepost/contracts/kyc';
import { limits } from '@tradepost/contracts/limits/table';
import { mailKinds } from '@tradepost/contracts/notification';
import { requestStatuses, transferStatuses } from '@tradepost/contracts/requests';
import { directoryProblem } from '@tradepost/contracts/values/file-paths';
import { phoneError } from '@tradepost/contracts/values/phone';
import { languages, type Language } from '@tradepost/contracts/values/language';
import { webhookKinds } from '@tradepost/contracts/webhooks';
import { dataCategoryGroups } from '@tradepost/reference/data-category-groups';
import { defaultDataCategory } from '@tradepost/reference/data-categories';
import { searchIndustries } from '@tradepost/reference/industries';
import { registrationTypes } from '@tradepost/reference/registration-types';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionWords } from './log/actions';
import { logParts, logSentences } from './log/sentences';
import { answerTexts, screenTexts } from '../test/source-texts';
import { answerPatterns } from './answer-text';

const root = join(__dirname, '../../../..');

/** Answers to calls that no screen makes, and faults that only a program or a setting can cause. */
const forPrograms =
  /^[a-z]|logout token|logout_token|works in browsers only|^PAGES_ROOT|secrets makes|vault\.epoch|first part of the form|Too many (parts|files|fields)|headers of a part|text fields of the form|files of one call|There is no such field|^This is a test$|Either id or|nested too deeply|Only images and PDF|only a browser that has its key|connection broke|None of these files|session was ended|registration of the deleted|Only SCIM tokens|name of this group|domain that this company has verified$|be a member of a company$|members in one call|Operations is required|^At most \\S+ operations/;

const answers = [
  ...['identity', 'kyc', 'requests', 'storage', 'notification', 'audit-log', 'gateway'].map((app) => `apps/${app}/src`),
  'libs/contracts/src',
]
  .flatMap((folder) => [...answerTexts(join(root, folder))])
  .filter((text) => !forPrograms.test(text));

const details = { vatTaxNumber: '?', primaryContactEmail: 'x', phoneNumber: 'x', mobileNumber: '+1 2', website: 'x' };
const labels = Object.values(kycFieldLabels);
/** Answers to incomplete registrations; those that name a field are covered by a pattern. */
const submissions = [
  submissionErrors({}),
  submissionErrors({ companyDetails: details, documents: {}, commercialInfo: {} }),
  submissionErrors({ commercialInfo: { currencies: [{}], tradeVolumes: [{}] } }),
]
  .flatMap((errors) => errors.map(({ message }) => message))
  .filter((message) => !labels.some((label) => message === `${label} is required`));

/** Answers to bad directories; those with a number are covered by patterns. */
const directoryProblems = ['/', '..', '\\', ' a'].flatMap((directory) => directoryProblem(directory) ?? []);

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

/** Every English text that a screen may show, but for names of references and sentences of the log. */
const texts = new Set([
  ...screenTexts(join(__dirname, '..')),
  ...answers,
  ...answerPatterns,
  ...errorCodes.map((code) => new AppError(code).message),
  networkError().message,
  ...Object.values(limits).flatMap(({ message, resource, per }) => [message, resource, per]),
  ...Object.values(mailKinds),
  ...Object.values(webhookKinds),
  ...labels,
  ...submissions,
  ...directoryProblems,
  ...['', 'x', '+1 2345'].flatMap((phone) => phoneError(phone) ?? []),
  'NotRequired',
  ...kycDocuments.map(([, name]) => name),
  ...documentFaults.flatMap(([, label]) => label),
  ...requestStatuses,
  ...transferStatuses,
  ...registrationTypes.filter((type) => type === 'other'),
]);

const references = new Set([
  ...[
    defaultDataCategory,
    ...dataCategoryGroups.flatMap(({ name, subcategories }) => [name, ...namesOf(subcategories)]),
  ],
  ...searchIndustries('').flatMap(({ name, divisions }) => [name, ...namesOf(divisions)]),
]);

/** What each folder of catalogues translates. */
const folders = {
  '.': texts,
  reference: references,
  log: new Set([...logSentences, ...logParts, ...Object.values(actionWords)]),
};

const catalogues = Object.entries(folders).flatMap(([folder, english]) =>
  languages.flatMap((language): [string, Language, Record<string, string>, Set<string>][] => {
    if (language === 'en') return [];
    const path = join(__dirname, 'texts', folder, `${language}.json`);
    return [[folder, language, JSON.parse(readFileSync(path, 'utf8')), english]];
  }),
);

/** The names of the values of a message, at any depth. */
const valuesOf = (tokens: (Token | Octothorpe)[]): string[] =>
  tokens.flatMap((token) => {
    if (token.type === 'argument') return [token.arg];
    if (token.type !== 'plural') return [];
    return [token.arg, ...token.cases.flatMap(({ tokens: inner }) => valuesOf(inner))];
  });
const elementsOf = (text: string) => [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag).sort();
const unique = (names: string[]) => [...new Set(names)].sort();

describe.each(catalogues)('the texts of %s in %s', (_folder, language, catalogue, english) => {
  it('are complete, and none is unused', () => {
    expect([...english].filter((text) => !Object.hasOwn(catalogue, text))).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !english.has(text))).toEqual([]);
  });

  it('have the values and elements of the English ones', () => {
    for (const [text, translation] of Object.entries(catalogue)) {
      expect({ text, values: unique(valuesOf(parse(translation))) }).toEqual({
        text,
        values: unique(valuesOf(parse(text))),
      });
      expect(elementsOf(translation)).toEqual(elementsOf(text));
    }
  });

  it('use only supported message forms, with every plural form of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const translation of Object.values(catalogue)) {
      expect(translation.trim()).not.toBe('');
      for (const token of parse(translation)) {
        expect(['content', 'argument', 'plural']).toContain(token.type);
        if (token.type === 'plural')
          expect({ translation, forms: token.cases.map(({ key }) => key) }).toEqual({
            translation,
            forms: expect.arrayContaining(forms.filter((form) => form !== 'many' || language !== 'fr')),
          });
      }
      // an apostrophe would quote what follows it
      expect(translation).not.toMatch(/'[{}]/);
    }
  });
});
