"""Labels that authors write in the list and table form of observations, in all shipped languages."""

from __future__ import annotations

from collections.abc import Mapping

KINDS = ("observation", "assumption", "claim", "limitation", "question")
STATUSES = ("contested", "refuted", "superseded")
CONFIDENCES = ("high", "medium", "low")
EVIDENCE_LEVELS = ("full-text", "abstract", "metadata-only")
BACKLINKS_MODES = ("auto", "manual", "off")
#: What a list can be sorted by.
SORT_KEYS = ("date", "year", "venue", "title", "key", "name", "count")

#: what a label means → the labels, in English, Chinese, Japanese and Korean
LABELS: dict[str, str] = {
    "observation": "Observation; Obs; Key observation; 观察; 观测; 关键观察; 觀察; 観察; 관찰",
    "assumption": "Assumption; Implicit assumption; 假设; 隐含假设; 假設; 前提; 仮定; 가정",
    "claim": "Claim; 论断; 主张; 断言; 论点; 論斷; 主張; 주장",
    "limitation": "Limitation; 局限; 局限性; 限制; 限界; 한계",
    "question": "Question; Open question; 问题; 开放问题; 疑问; 問題; 疑問; 질문",
    "title": "Title; 标题; 標題; 題名; 제목",
    "key": "Key; 键; キー; 키",
    "kind": "Kind; Type; 类型; 種類; 유형",
    "evidence": "Evidence; 证据; 依据; 證據; 根拠; 근거",
    "boundary": "Boundary; Evaluation boundary; Holds for; Scope; Conditions; 边界; 评测边界; 适用范围; 条件; 邊界; 範囲; 범위",
    "confidence": "Confidence; 置信度; 可信度; 信心; 確信度; 신뢰도",
    "fails-when": "Fails when; May fail when; Failure scenario; 可能失效场景; 失效场景; 失效条件; 失效場景; 실패 조건",
    "reason": "Reason; 理由; 原因; 이유",
    "status": "Status; 状态; 狀態; 状態; 상태",
    "date": "Date; 日期; 日付; 날짜",
    "tags": "Tags; 标签; 標籤; タグ; 태그",
    "about": "About; 关于; 關於; 対象; 대상",
    "supports": "Supports; 支持; 支持する; 지지",
    "contradicts": "Contradicts; 反驳; 矛盾; 与之矛盾; 反駁; 반박",
    "supersedes": "Supersedes; 取代; 替代; 대체",
    "rests-on": "Rests on; Assumes; Depends on; 依赖假设; 依赖; 依賴假設; 依存; 전제",
}

VALUES: dict[str, str] = {
    "high": "high; 高; 높음",
    "medium": "medium; mid; moderate; 中; 中等; 보통; 중간",
    "low": "low; 低; 낮음",
    "contested": "contested; disputed; 有争议; 存在争议; 争议; 有爭議; 논쟁",
    "refuted": "refuted; 已被推翻; 被推翻; 已反驳; 被反驳; 반박됨",
    "superseded": "superseded; 已被取代; 被取代; 已取代; 대체됨",
}


def _fold(label: str) -> str:
    return " ".join(label.replace("-", " ").replace("_", " ").casefold().split())


def _table(labels: Mapping[str, str]) -> dict[str, str]:
    table = {_fold(meaning): meaning for meaning in labels}
    table.update({_fold(label): meaning for meaning, text in labels.items() for label in text.split(";")})
    return table


_LABEL_TABLE = _table(LABELS)
_VALUE_TABLE = _table(VALUES)
#: Everything that a label may mean.
MEANINGS = frozenset(LABELS)


def label_meaning(label: str, own: Mapping[str, str] | None = None) -> str | None:
    """Return what a *label* means: a kind of observation or the name of a field.

    A number at the end (``观察 2``) and bold, which the caller has dropped, do not count.

    :param own: the project's own labels (``paperwiki_labels``), label → meaning
    """
    folded = _fold(label.strip().rstrip("0123456789.)） "))
    for known, meaning in (own or {}).items():
        if _fold(known) == folded:
            return meaning
    return _LABEL_TABLE.get(folded)


def value_meaning(value: str, allowed: tuple[str, ...]) -> str | None:
    """Return which of the *allowed* words a *value* stands for in any shipped language."""
    meaning = _VALUE_TABLE.get(_fold(value))
    if meaning is None:
        meaning = _fold(value).replace(" ", "-")
    return meaning if meaning in allowed else None
