import type { ModalFuncProps } from 'antd';
import { create } from 'zustand';

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
