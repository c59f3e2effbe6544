"""Tables of English."""

from __future__ import annotations

from graphmem.models.offline.attributes.tables import AttributeTables, word_list

_CONTRACTIONS = {
    **{f"{who}'s": f"{who} is" for who in word_list("it that he she who what where when there here")},
    **{f"{who}'re": f"{who} are" for who in word_list("we they you")},
    **{f"{who}'ve": f"{who} have" for who in word_list("i we they you")},
    **{f"{who}'ll": f"{who} will" for who in word_list("i we they you it that he she there")},
    **{f"{who}'d": f"{who} would" for who in word_list("i we they you it that he she")},
    **{
        f"{verb}n't": f"{verb} not" for verb in word_list("is are was were does do did has have had would should could")
    },
    "won't": "will not",
    "can't": "can not",
    "cannot": "can not",
    "i'm": "i am",
    "let's": "let us",
}
_LEADS = (
    r"just so you know|so you know|just so it is noted|by the way|btw|fyi|for your information|for the record|heads up|"
    r"update|updates|quick update|small update|an update|news|some news|good news|correction|a correction|note|reminder|"
    r"quick note|side note|for reference|for context|also|and|oh|ok|okay|well|so|hey|hi|hello|right|anyway|actually|"
    r"we (?:have )?(?:switched|changed|decided|changed things|made a change|made a switch)|there has been a change|"
    r"things (?:have )?changed|change of plan|change of plans|it is official|as of (?:now|today|this week|this month)|"
    r"from now on|starting (?:now|today)|these days|now|right now|at the moment|currently|again|in case it helps|"
    r"in case you need it|"
    r"(?:please )?(?:note|remember|keep in mind|bear in mind|be aware|know)(?: that)?|"
    r"(?:i )?(?:just )?(?:want|wanted) (?:you )?to (?:let you )?(?:know|mention|say|tell you|note)(?: that)?|"
    r"i should (?:mention|say|add)(?: that)?|let me (?:tell you|add|note)(?: that)?|"
    r"it turns out(?: that)?|as you know|as i said|as mentioned|remember|starting next (?:week|month)|"
    r"one (?:more|other) thing|another thing|thanks|thank you|last thing|important|"
    r"(?:i )?(?:just )?(?:heard|learned|learnt|found out)(?: that)?|we (?:just )?(?:learned|learnt|heard)(?: that)?"
)
_GROUPS = """team club lab laboratory band ward household household family choir company department office school class crew
    squad committee board kitchen restaurant clinic hospital project league association society studio shop unit practice
    orchestra ensemble group organisation organization firm startup agency church parish congregation charity ngo
    cooperative co-op chapter union festival theatre theater troupe cast production podcast newsroom magazine newspaper
    library museum gallery gym bakery cafe bar bistro hotel farm garden vineyard brewery warehouse factory plant workshop
    depot garage salon surgery pharmacy nursery kindergarten playgroup troop regiment brigade station building house home
    flat apartment condo block street neighbourhood neighborhood village estate course seminar faculty institute centre
    center foundation federation network community guild server channel site store branch division desk"""
_HEADS = """lead leads head chief chef captain coach chair chairman chairwoman chairperson president principal boss deputy
    substitute understudy assistant host representative rep contact liaison officer secretary treasurer accountant physio
    nurse sister matron medic consultant midwife registrar carer pharmacist caretaker concierge janitor plumber landlord
    landlady handyman cleaner nanny babysitter drummer bassist pianist guitarist singer vocalist keyboardist violinist
    cellist fiddler roadie producer photographer sponsor patron mascot spokesperson guard steward marshal referee umpire
    supplier provider vendor caterer courier carrier insurer bank brewery wholesaler distributor manufacturer
    room hall venue ground pitch court stadium studio office base headquarters place spot space bay desk bench locker
    stage theatre ward gate entrance address location meeting-point shelf freezer fridge
    time slot day night hour window shift deadline date schedule rota roster calendar
    channel chat portal archive repository repo wiki folder drive bucket board tracker endpoint server cluster
    runbook handbook manual playbook protocol template ledger notebook logbook notebook notes log register
    system service tool platform software app database stack framework library package language editor linter
    provider partner agency label agent manager approver reviewer recipient holder organiser organizer owner maintainer
    custodian delegate investigator advisor adviser mentor supervisor tutor instructor teacher trainer
    link url number code password passcode pin hotline line extension email mailbox inbox hashtag
    list playlist setlist dish opener motto name-tag"""
_NOT_ROLES = """name names birthday age reason reasons problem problems idea question answer thing things goal goals plan plans
    issue result results difference favorite favourite weather price cost way kind type sort part one ones rest bit lot
    truth fact kids kid son daughter child children baby dog cat puppy kitten husband wife spouse mother father mom mum
    dad brother sibling cousin aunt uncle niece nephew grandmother grandfather grandma grandpa friend girlfriend
    boyfriend fiance fiancee colleague coworker dream life hair eyes heart mind weather mood feeling opinion
    mother-in-law father-in-law person people man woman boy girl guy world year month week today tomorrow yesterday"""
_NOT_ALONE = """movie film book novel song series show episode game character author city town country capital news rule rules
    sister partner roommate neighbor neighbour job work hobby style color colour order paper water river dinner summer
    winter computer letter matter power laptop phone car house flavor error corner chapter offer factor flower butter
    sugar pepper topic theme subject word term meaning message moment story history version example step steps focus
    purpose budget rate total amount size height distance duration flight trip vacation holiday hotel destination
    university college degree major religion nationality gender language diet allergy suggestion recommendation advice
    keyword dessert recipe ingredient ingredients point center centre menu time day date night hour number list place
    spot space"""
_NOT_IN_ROLES = """i we you he she it they me us him her them this that these those there here who which what where when how
    why is are was were be been being am do does did has have had will would can could should may might must not no never
    if as because since until till unless while once so but or and than then very really too also just only even still
    first second third next last best better worst good great big biggest small largest smallest main favorite favourite
    most more less least many much few some any every each all both another same other such own only whole entire real
    true right wrong closest nearest cheapest easiest hardest whose your his their its a an about by with from to into
    onto over under without within during after before between through again ever away out up down off"""
_TIMES = """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays noon midnight morning mornings afternoon afternoons evening evenings night nights weekday weekdays weekend
    weekends daily weekly am pm"""
_NOT_VALUES = """i we you he she it they this that these those there here who what where when how why no not none nothing never
    also very so too just my our your his her their its because if as and but or with without in on at by for from to of
    about after before since until while yes ok okay great good fine please thanks then than like american british english
    italian german french spanish portuguese chinese japanese indian korean mexican russian dutch swedish greek turkish
    polish irish scottish canadian australian brazilian european asian african christian catholic muslim jewish closed open
    someone somebody anyone nobody everyone something"""
_NOW = (
    r"(?:now|currently|still|again|actually|really|officially|once again|at present|always|in fact|from now on|for now)"
)
_BE = rf"(?:is|are)(?: {_NOW})?"
_BE_SET = rf"(?:{_BE}|(?:has|have) been|stays|remains|will stay|will remain|will continue to be|is going to stay)"
_HAS = r"(?:has|have|got|has got|have got|have hired|has hired|hired|have found|found|have appointed|appointed)"
_SWITCHED = (
    r"(?:(?:have |has )?(?:just |now |recently |finally )?(?:switched|moved|changed|migrated|gone|went|shifted)(?: over)?|"
    r"are (?:now )?(?:switching|moving|changing|migrating)(?: over)?)"
)
_TOOK = (
    r"(?:(?:has |have )?(?:just |now |recently |officially )?(?:took|taken|takes|is taking) over(?: from <X>(?= as ))?|"
    r"(?:has |have )?(?:just |now |recently )?(?:stepped in|stepped up|come in|came in|come on|come on board|joined us|started)|"
    r"(?:was|is|has been|got|were) (?:just |now |recently |officially )?(?:named|appointed|elected|made|chosen|picked|"
    r"promoted to|promoted|voted in|hired|confirmed|brought in)|(?:has |have )?(?:now |just )?(?:become|became)|"
    r"is (?:now )?(?:serving|acting|working)|now (?:serves|acts|works)|serves|acts)"
)
_IT_IS = (
    r"(?:it is|that is|that would be|that would be|it would be|he is|she is|they are|this is|is|now it is|it is now)"
)
_CHOSE = (
    r"(?:has |have )?(?:picked|chose|chosen|selected|appointed|named|assigned|made|nominated|put|put in|brought in|hired|"
    r"set|settled on|decided on|went with|booked)"
)
_WOULD = r"(?:would|will|might|may|could|should|has to|would have to|will have to|would need to)"

ENGLISH = AttributeTables(
    code="en",
    contractions=_CONTRACTIONS,
    leads=_LEADS,
    as_words=(
        " as ",
        " to be ",
    ),
    posts=word_list("role post position job"),
    we=word_list("we they i"),
    determiners={"the": "the", "our": "our", "my": "my"},
    new=word_list("new current present newest latest"),
    links={
        "of the": "the",
        "of our": "our",
        "of my": "my",
        "for the": "the",
        "for our": "our",
        "for my": "my",
        "at the": "the",
        "at our": "our",
        "in the": "the",
        "in our": "our",
        "on the": "the",
        "on our": "our",
    },
    groups=dict.fromkeys(word_list(_GROUPS), "the"),
    genitives={},
    heads=word_list(_HEADS),
    not_roles=word_list(_NOT_ROLES),
    not_alone=word_list(_NOT_ALONE),
    not_in_roles=word_list(_NOT_IN_ROLES),
    small=word_list("of in for on at the"),
    articles=word_list("the a an"),
    not_values=word_list(_NOT_VALUES),
    times=word_list(_TIMES),
    trailing=r"now|these days|nowadays|instead|currently|again|for now|from now on|at the moment|at present|anymore|too|"
    r"as well|today|this season|this year|already|by the way|right now|going forward|from here on|once more|then",
    titles=r"dr\.?|prof\.?|professor|mr\.?|mrs\.?|ms\.?|miss|sir",
    firm=(
        rf"<O> {_HAS} a(?:nother)? (?:new|different)? ?<R> (?:[:,—]|called|named|in) (?:{_IT_IS} )?<V>",
        rf"<O> {_HAS} (?:a )?(?:new|another|different) <R> (?:now )?[:,—]? ?(?:{_IT_IS} )?<V>",
        r"(?:we|they) (?:now )?(?:have got|have|got|use|are using|are now using|are (?:now )?going with|"
        r"went with|go with|settled on|have settled on|decided on|chose|have chosen|picked|kept|keep) <V> (?:on )?(?:as|for) <R>",
        rf"(?:we|they|<O>) {_SWITCHED} (?:from <X> )?to <V> (?:as|for) <R>",
        r"(?:for|as) <R> ,? ?(?:we|they) (?:have )?(?:now )?(?:use|are using|switched to|moved to|went with|chose|picked|"
        r"go with|have) <V>",
        rf"<V> {_TOOK} (?:as |for |to be |in as )?<R>",
        r"<V> (?:has |have )?(?:just |now |recently )?(?:replaced|replaces|is replacing|succeeded|succeeds|is succeeding|"
        r"took over from|taken over from|takes over from) <H> as <R>",
        r"<H> (?:has |have )?(?:been|was|were|is|got) (?:just |now |recently )?(?:replaced|succeeded|followed) by <V> as <R>",
        r"<R> (?:(?:has|have|was|were) )?(?:just |now |recently )?(?:been )?(?:changed|switched|moved|passed|gone|went)(?: over)?"
        r"(?: again| once more)?(?: from <X>)? to <V>",
        rf"<R> (?:has|have) (?:just |now |recently )?(?:been )?(?:changed|switched|moved)(?: again| once more)? "
        rf"[,:;—] ?(?:(?:and|to|so) )?(?:{_IT_IS} )?(?:now )?<V>",
        rf"<R> (?:changed|moved|switched)(?: again)? [,:;—] (?:(?:and|so) )?(?:{_IT_IS} )?(?:now )?<V>",
        rf"<R> (?:is|are) (?:no longer <X>|not <X> (?:anymore|any more|any longer)) ?[,;—] ?(?:(?:and|but|so) )?{_IT_IS} <V>",
        r"<R> (?:is|are) (?:no longer|not) <X> ,? ?but(?: now| rather)? <V>",
        r"<R>'s name is(?: now)? <V>",
        r"<H> (?:has |have )?(?:just )?handed (?:things |it |everything )?over to <V> as <R>",
        r"(?:please )?(?:meet|welcome|introducing|here is|this is|say hello to) "
        r"(?P<r>(?:our|the) new [^ ]+(?: [^ ]+){0,3}?) ?[:,—] ?<V>",
        r"(?:please )?(?:meet|welcome|say hello to) <V> (?:,|as) (?P<r>(?:our|the) new [^ ]+(?: [^ ]+){0,3})",
        r"<O> (?:now )?(?:uses|use|has|have) <V> (?:as|for) (?:its |their )?<R>",
        rf"<R> used to be <X> [,;—] ?(?:(?:and|but|so) )?(?:now )?{_IT_IS} <V>",
        rf"instead of <X> ,? ?<R> {_BE} <V>",
        r"<R> (?:lives|sits|is hosted|is kept|is stored|takes place|is held|meets|happens|runs) (?:at|on|in) <V>",
        r"<R> (?:goes|go) by the name of <V>",
    ),
    loose=(
        rf"<R> {_BE_SET} (?:called |named |at |on |in )?<V>(?: ,? ?(?:and )?(?:not|instead of|rather than) <X>)?",
        rf"<R> {_IT_IS} <V>",
        r"<R> (?:is|are) going to be <V>",
    ),
    naming=(rf"<V> {_BE_SET} <R>",),
    owned=(r"<R> : <V>",),
    future=(
        r"<R> (?:will be|will become|becomes|become|is going to be|would be|would become|should be|shall be|is to be|"
        r"gets to be|will go to|goes to|passes to|will pass to|changes to|will change to|switches to|will switch to|"
        r"moves to|will move to|is|will have to be) <V>",
        r"<V> (?:will be|will become|becomes|become|is going to be|would be|would become|should be|shall be|is to be|"
        r"takes over as|will take over as|takes over|will take over|would take over as|steps in as|will step in as|"
        r"gets to be|will serve as|will act as|will replace <X> as|replaces <X> as|will come in as|is) <R>",
        r"(?:we|they) (?:will |would |are going to |plan to |shall )?(?:have|use|be using|switch to|move to|go with|get|"
        r"change to|take|pick|go back to|make) <V> (?:as|for|to be|in as) <R>",
    ),
    chosen=(rf"<H> {_CHOSE} <V> (?:as|to be|for) <R>",),
    questions=(
        r"(?:(?:and|so|oh|now) ,? ?)?(?:who|what|where|when|which one) (?:is|are) <R>(?: now| these days| again| anyway)?",
        r"(?:(?:you|you have|did you) )?(?:ask|asked|were asking|wonder|wondered) (?:about|for|who|what) <R>(?: is)?",
        r"(?:(?:and|so|oh|as for|about) ,? ?)?<R>",
    ),
    answers=(rf"(?:{_IT_IS}|we have|we use|we now use|we have got|we went with|we go with) (?:now )?<V>", r"<V>"),
    text="{o}'s {r} is {v}.",
    text_without_owner="The {r} is {v}.",
    text_of_end="The {r} is no longer {v}.",
    while_words=r"with|(?:but |and )?(?:only |just |at least |valid |good |true )?(?:for )?"
    r"(?:as long as|so long as|as far as|while|"
    r"whilst|provided(?: that)?|on condition that|given that|for the time that)",
    cause_words=r"(?:but |and )?(?:only |just |mainly )?(?:because|since|as|seeing that|due to the fact that)",
    until_words=r"(?:but |and )?(?:only |at least |just )?(?:until|till|unless(?: and until)?|up to when|up until)",
    trigger_words=r"(?:but |and )?(?:only )?(?:if(?: ever)?|when(?:ever)?|once|as soon as|in case of|"
    r"in case|in the event (?:that|of)|the moment|"
    r"the day|after|in the case that|if and when|should)",
    inverted=r"should",
    holds=(
        r"<H> (?:serves as|acts as|works as|continues as|keeps being|continues to be|keeps serving as|goes on as|stays on as|"
        r"carries on as|holds the post of|is still|is|are|remains|stays) (?:still |also )?<C>",
        r"<C> (?:is|remains|stays)(?: still)? (?:the same(?: person| one)?|unchanged|in place|in post|as is|who it is)",
        r"<C> (?:does|do) not (?:ever )?(?:change|leave|quit|switch|resign|step down)",
        r"<C> (?:is|are|remains|stays|is still) <H>",
        r"(?:we|they) (?:still )?(?:have|keep|use|stay with|stick with) <H> (?:as|for) <C>",
        r"there is no (?:other|new) <C>",
        r"<H> (?:as|being|still as) <C>",
    ),
    changes=(
        r"<C> (?:ever )?(?:does |do )?(?:change|changes|changed|is changed|gets changed|leave|leaves|left|quit|quits|resign|"
        r"resigns|retire|retires|is replaced|gets replaced|be replaced|steps down|step down|go|goes|switch|switches|moves on|"
        r"move on|is gone|is no longer <X>|no longer is <X>|no longer be <X>|is not <X>(?: anymore| any more| any longer)?|"
        r"stops being <X>|is (?:someone|somebody|something) else|becomes (?:someone|somebody|something) else|"
        r"be (?:someone|somebody) else|is (?:a different|another) (?:one|person))(?: ever| again| one day)?",
        r"(?:we|they|there|<O>) (?:should |do |does )?(?:ever |eventually |one day )?(?:get|gets|is|are|have|has|hire|hires|find|"
        r"finds|pick|picks|be|appoint|appoints|elect|elects|choose|chooses|switch to|move to|change to|change|changes|replace|"
        r"replaces|comes) (?:ever )?(?:a new|another|a different|some other|somebody else as|someone else as|something else as|"
        r"something else for|the|our) <C>",
        r"(?:someone|somebody|anyone|anybody) else (?:ever )?(?:becomes|become|is|takes over as|take over as|is named|is made|"
        r"takes over|be|gets to be|comes in as) <C>",
        r"(?:another|a new|a different) <C> (?:ever )?(?:takes over|comes|comes in|arrives|is appointed|is named|starts|"
        r"is found|is chosen|is elected|is hired|steps in|is there|come in|take over|be appointed|be chosen)",
        r"<H> (?:ever )?(?:is no longer|no longer is|no longer be|are no longer|stops being|stop being|ceases to be|"
        r"cease to be|stops serving as|stop serving as|steps down as|step down as|leaves as|resigns as|resign as|quits as|"
        r"quit as|gives up being|give up being|is replaced as|be replaced as|retires as|retire as|is removed as|"
        r"is not our|is not the|is out as|steps back as|gives up the post of|leaves the post of) (?:ever )?<C>",
        r"(?:a new|another|a different) <C>",
        r"(?:we|they) (?:ever )?(?:change|replace|switch|lose) <C>",
        r"<H> (?:is|are) not <C>(?: anymore| any more| any longer)",
        r"<H> (?:ever )?(?:leaves|leave|quits|quit|resigns|resign|steps down|step down|is gone|goes|retires|retire|"
        r"is replaced|be replaced|moves on|move on|is no longer around|is no longer here)",
    ),
    begins=(
        r"<H> (?:ever )?(?:is|becomes|become|be|takes over as|take over as|is named|is made|is appointed|is elected|starts as|"
        r"has become|has taken over as|gets to be|is promoted to|comes in as|steps in as|succeeds <X> as|replaces <X> as|"
        r"takes the role of|is (?:the|our) new) (?:the |our )?(?:new )?<C>",
        r"<C> (?:is|becomes|become|be|switches to|changes to|moves to|goes to|passes to) <H>",
        r"(?:we|they) (?:have|get|use|hire|switch to|move to) <H> (?:as|for) <C>",
    ),
    chooser=(
        r"<H> (?:has |have |had )?(?:personally )?(?:assigned|chose|chosen|picked|set|decided|appointed|selected|arranged|"
        r"organised|organized|named|wanted|made|insisted on|introduced|booked|set up) (?:it|this|that|him|her|them|so)(?: up)?",
        r"(?:it|this|that|he|she|they|which|who) (?:was|were|is|has been|had been) (?:assigned|chosen|picked|set|decided|"
        r"appointed|selected|arranged|organised|organized|named|set up|introduced|booked|brought in)(?: on)? by <H>",
        r"(?:assigned|chosen|picked|set|decided|appointed|selected|arranged|named|set up) by <H>",
        r"(?:it|this|that) (?:was|is) <H> 's (?:choice|decision|pick|idea|call)",
    ),
    result=rf"(?:then )?(?:(?:it|this|that|he|she|they|which|the choice|all that|that one) )?"
    rf"(?:all )?(?:{_WOULD} (?:probably |likely |"
    rf"also |no longer |have to |need to )?(?:be )?(?:change|changed|go|hold|apply|fall|end|stop|differ|different|be different|"
    rf"be true|be so|be valid|stand|be replaced|be revisited|be off|be over)|(?:changes|goes|falls|ends|stops))"
    rf"(?: as well| too| also| with (?:it|him|her|that|them)| again| anymore| any more)?|so {_WOULD} (?:it|this|that)",
    tail=rf",? ?(?:and|so) (?:(?:it|this|that|he|she|they) )?{_WOULD} (?:also |probably |likely |no longer )?"
    rf"(?:change|go|hold|end|differ|be replaced|fall|stop|be different|apply)"
    rf"(?: with (?:it|him|her|that|them)| as well| too| otherwise| without (?:him|her|it|them)| if <X>)?",
    rests=(
        r"(?:with|under|given) (?:another|a new|a different|some other) <C> ,? ?(?:it|this|that|he|she|they) "
        rf"{_WOULD} (?:probably |likely |also )?(?:no longer |not )?(?:be )?(?:hold|apply|change|different|end|stand|go|true|so|"
        r"stop|be so|be true|be different|change too|be the case|the case|fall)(?: any ?more| any longer| too| as well)?",
        r"(?:(?:it|this|that|which|all of this|that one|he|she|they) )?(?:(?:all )?(?:depends|depend|rests|hinges|relies|"
        r"is based|is conditional|is contingent|turns) (?:entirely |only |solely )?(?:up)?on|(?:is|are) (?:tied|linked|bound|"
        r"up) to|(?:stands|stand) (?:and|or) (?:falls|fall) with|(?:goes|comes) with|follows from|hangs on|is set by|"
        r"is decided by|is chosen by) (?:who (?:is|the) )?<C>(?: is)?",
        rf"(?:it|this|that|he|she|they) {_WOULD} (?:also |probably )?(?:change|go|end|fall|be different) with "
        r"(?:a new |another |a different )?<C>",
        r"(?:a new|another|a different) <C> (?:would|will|could|may|might) (?:mean|bring|change|choose|pick|end) <X>",
    ),
    topics=(r"<R> (?:depends|rests|hinges|relies|turns) (?:entirely |only )?on (?:who the )?<C>(?: is)?",),
    that=r"(?:it|that|this|he|she|they|that person|this person)",
    joints=r"(?:and|so|but|though|since|because)(?= (?:it|this|that|he|she|with|if|should|which|chosen|assigned|picked)\b)|"
    r",(?= which (?:depends|rests|hinges|relies|is tied|would|was))",
    before_condition=r"(?: ,| —| ;| but| and| only| that is| , though)+\Z",
    date_leads=word_list("on in since from as of the at by starting beginning"),
    endings=("er", "or", "ist", "ician", "eer"),
)
