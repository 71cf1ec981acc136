import { Questions } from '../../ui/question/questions';
import { AppLayout } from './app-layout';

export const SignedInLayout = () => (
  <>
    <AppLayout />
    <Questions />
  </>
);
