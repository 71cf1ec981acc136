import { Modal } from 'antd';
import { useEffect } from 'react';
import { useQuestions } from './ask';

export function QuestionHost() {
  const [modal, holder] = Modal.useModal();
  const waiting = useQuestions((state) => state.waiting);
  useEffect(() => {
    if (!waiting?.length) return;
    useQuestions.setState({ waiting: [] });
    for (const question of waiting) question.remove = modal.confirm(question.props).destroy;
  }, [waiting, modal]);
  return holder;
}
