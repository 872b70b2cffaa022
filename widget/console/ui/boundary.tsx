// What catches a page that fails to load or to draw: after a release, files of the one before are gone, and loading the
// document again brings the new ones.
import { Component, type ReactNode } from 'react';
import { ErrorNote } from './note.tsx';

interface Props {
  children: ReactNode;
}

export class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorNote error={error} onRetry={() => location.reload()} />;
  }
}
