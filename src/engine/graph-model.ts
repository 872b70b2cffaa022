// Loads and runs a tfjs graph model (JSON and weights). Replaces the executor of tfjs-converter for the few operations
// of the face networks, in an order that is planned once, at a tenth of the script size.

import { dispose, io, type Tensor, type Tensor4D } from '@tensorflow/tfjs-core';
import { freeUsedFilter } from './backend.ts';
import { type GraphNode, OPERATIONS } from './graph-operations.ts';
import { MODEL_FILES, type ModelName, type ReadFile } from './model-files.ts';

interface GraphDescription {
  modelTopology: { node: GraphNode[] };
  weightsManifest: { weights: io.WeightsManifestEntry[] }[];
}

interface Step {
  node: GraphNode;
  run: (inputs: Tensor[], node: GraphNode) => Tensor;
  inputs: string[];
  /** Results that no later step reads: freed here, so that the heap does not hold all layers at once. */
  release: string[];
}

/** Operations whose second input is a filter. */
const FILTERED: ReadonlySet<string> = new Set(['_FusedConv2D', 'DepthwiseConv2dNative']);

/** One output of a network. Output names are inconsistent, so callers find outputs by shape. */
export interface Output {
  shape: number[];
  data: Float32Array;
}

export class GraphModel {
  readonly #name: string;
  readonly #input: string;
  readonly #outputs: string[];
  readonly #steps: Step[];
  readonly #weights: Record<string, Tensor>;

  private constructor(
    name: string,
    { modelTopology }: GraphDescription,
    weights: Record<string, Tensor>,
  ) {
    const nodes = modelTopology.node;
    const input = nodes.find((node) => node.op === 'Placeholder');
    if (!input) throw new Error(`Model ${name} has no input.`);
    this.#name = name;
    this.#input = input.name;
    this.#weights = weights;
    this.#outputs = nodes
      .filter((node) => node.op === 'Identity')
      .map((node) => inputName(node, 0));
    this.#steps = planSteps(name, nodes, this.#outputs);
  }

  /** The tfjs backend must be running. @throws when a file cannot be read or contains an unknown operation */
  static async load(name: ModelName, read: ReadFile): Promise<GraphModel> {
    const [descriptionFile, weightsFile] = MODEL_FILES[name];
    const [text, bytes] = await Promise.all([read(descriptionFile), read(weightsFile)]);
    const description = JSON.parse(new TextDecoder().decode(text)) as GraphDescription;
    const specs = description.weightsManifest.flatMap((group) => group.weights);
    return new GraphModel(name, description, io.decodeWeights(bytes, specs));
  }

  /**
   * @param input normalised RGB; freed
   * @returns the outputs, in the order of the graph; all other tensors are freed
   */
  run(input: Tensor4D): Output[] {
    const values = new Map<string, Tensor>([[this.#input, input]]);
    try {
      for (const { node, run, inputs, release } of this.#steps) {
        const result = run(
          inputs.map((name) => this.#valueOf(name, values)),
          node,
        );
        values.set(node.name, result);
        for (const name of release) {
          values.get(name)?.dispose();
          values.delete(name);
        }
      }
      return this.#outputs.map((name) => {
        const value = this.#valueOf(name, values);
        return { shape: value.shape, data: value.dataSync<'float32'>() };
      });
    } finally {
      dispose([...values.values()]);
    }
  }

  /** After a run, once and for good: see freeUsedFilter. Only for a net that always gets inputs of one size. */
  freeFilters(): void {
    for (const { node, inputs } of this.#steps) {
      const filter = FILTERED.has(node.op) ? this.#weights[inputs[1] ?? ''] : undefined;
      if (filter) freeUsedFilter(filter);
    }
  }

  #valueOf(name: string, values: Map<string, Tensor>): Tensor {
    const value = values.get(name) ?? this.#weights[name];
    if (!value) throw new Error(`Model ${this.#name} misses ${name}.`);
    return value;
  }
}

/** The nodes that the outputs depend on, in topological order. */
function planSteps(model: string, nodes: GraphNode[], outputs: string[]): Step[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const steps: Step[] = [];
  const planned = new Set<string>();
  const plan = (name: string): void => {
    const node = byName.get(name);
    if (!node || planned.has(name) || node.op === 'Const' || node.op === 'Placeholder') return;
    planned.add(name);
    const run = OPERATIONS[node.op];
    if (!run) throw new Error(`Model ${model} needs the unknown operation ${node.op}.`);
    const inputs = (node.input ?? []).map((_, index) => inputName(node, index));
    for (const input of inputs) plan(input);
    steps.push({ node, run, inputs, release: [] });
  };
  for (const output of outputs) plan(output);
  planReleases(steps, outputs);
  return steps;
}

function planReleases(steps: Step[], outputs: string[]): void {
  const lastReader = new Map<string, Step>();
  for (const step of steps) {
    for (const input of step.inputs) lastReader.set(input, step);
  }
  for (const [name, step] of lastReader) {
    if (!outputs.includes(name)) step.release.push(name);
  }
}

/** Inputs have the form `name` or `name:output`; all nodes of these networks have one output. */
function inputName(node: GraphNode, index: number): string {
  return (node.input?.[index] ?? '').replace(/:\d+$/, '');
}
