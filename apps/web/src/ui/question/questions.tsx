import type { ModalFuncProps } from 'antd';
import { create } from 'zustand';
import { onDemand } from '../layout/on-demand';

interface Question {
  props: ModalFuncProps;
  /** Removes its dialog. */
  remove?: () => void;
}

/** Those that wait for the host; null before the first. */
export const useQuestions = create<{ waiting: Question[] | null }>(() => ({ waiting: null }));

/** Asks in a dialog. @returns what takes the question back */
export function ask(props: ModalFuncProps): () => void {
  const question: Question = { props };
  useQuestions.setState(({ waiting }) => ({ waiting: [...(waiting ?? []), question] }));
  return () => {
    question.remove?.();
    useQuestions.setState(({ waiting }) => ({ waiting: waiting?.filter((each) => each !== question) ?? null }));
  };
}

const QuestionHost = onDemand(async () => (await import('./question-host')).QuestionHost);

/** Where the questions appear that screens ask by code. */
export function Questions() {
  const hasAsked = useQuestions(({ waiting }) => waiting !== null);
  return hasAsked && <QuestionHost />;
}
