import { onDemand } from '../layout/on-demand';
import { useQuestions } from './ask';

const QuestionHost = onDemand(async () => (await import('./question-host')).QuestionHost);

/** Where the questions appear that screens ask by code. */
export function Questions() {
  const hasAsked = useQuestions(({ waiting }) => waiting !== null);
  return hasAsked && <QuestionHost />;
}
