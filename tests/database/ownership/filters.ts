import {
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  type RawNode,
  ReferenceNode,
  ValueNode,
} from "kysely";

/**
 * Takes the application's ownership filters, every `user_id = <value>`, out of whatever is asked through it, so that
 * nothing but the database's own rules is left between one member and another's rows.
 */
export class WithoutOwnershipFilters implements KyselyPlugin {
  readonly #remover = new FilterRemover();

  /** How many filters were taken out so far. */
  get removed(): number {
    return this.#remover.removed;
  }

  transformQuery: KyselyPlugin["transformQuery"] = ({ node, queryId }) => this.#remover.transformNode(node, queryId);
  transformResult: KyselyPlugin["transformResult"] = async ({ result }) => result;
}

const one = ValueNode.createImmediate(1);
const always = BinaryOperationNode.create(one, OperatorNode.create("="), one);

class FilterRemover extends OperationNodeTransformer {
  removed = 0;

  protected override transformBinaryOperation(node: BinaryOperationNode, queryId: QueryId): BinaryOperationNode {
    if (!isOwnershipFilter(node)) return super.transformBinaryOperation(node, queryId);
    this.removed += 1;
    return always;
  }

  protected override transformRaw(node: RawNode, queryId: QueryId): RawNode {
    if (node.sqlFragments.some((text) => text.replaceAll(joinOnMember, "").includes("user_id"))) {
      throw new Error(`A filter in raw SQL cannot be taken out: ${node.sqlFragments.join("?")}`);
    }
    return super.transformRaw(node, queryId);
  }
}

/** Two columns of one member, which filter nothing by a value. */
const joinOnMember = /\b\w+\.user_id = \w+\.user_id\b/g;

/** `user_id = <value>` or `t.user_id = <value>`; a join's `a.user_id = b.user_id` names no member. */
function isOwnershipFilter({ leftOperand, operator, rightOperand }: BinaryOperationNode): boolean {
  return (
    ReferenceNode.is(leftOperand) &&
    ColumnNode.is(leftOperand.column) &&
    leftOperand.column.column.name === "user_id" &&
    OperatorNode.is(operator) &&
    operator.operator === "=" &&
    ValueNode.is(rightOperand)
  );
}
